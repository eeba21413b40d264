"""The pictures that rewards are shown with: /content, /content-membership."""
