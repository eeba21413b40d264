"""What the pages say, as versions that the office publishes, and pictures: /content, /content-membership."""
