import { Link } from "react-router";

export default function Home() {
  return (
    <main>
      <h1>Hello</h1>
      <Link to="/">Again</Link>
    </main>
  );
}
