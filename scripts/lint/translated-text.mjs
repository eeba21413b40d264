/**
 * A rule of oxlint: text stands in an element of its own where it, or what is beside it, comes and goes.
 *
 * A browser that translates a page replaces its text nodes by `<font>` elements. React then removes a text node that is
 * no longer there, or inserts an element before it, and the page is lost. An element with text inside stays in its place.
 */

/** Elements that hold sentences: what cannot be judged by its syntax, e.g. `{children}`, counts as text in them. */
const PHRASES = new Set(
  (
    "a b button caption dd dt em figcaption h1 h2 h3 h4 h5 h6 label legend li output p small span strong summary td th " +
    "Alert Button Link NavLink"
  ).split(" "),
);

const NOTHING = new Set(["null", "undefined", "false", "true"]);

/** What an expression may render: `element`, `text`, `nothing`, or `unknown`. */
function kindsOf(node) {
  switch (node.type) {
    case "JSXElement":
      return ["element"];
    case "JSXFragment":
      return node.children.flatMap(kindsOf);
    case "JSXText":
      return isLineBreak(node) ? [] : ["text"];
    case "JSXEmptyExpression":
      return [];
    case "JSXExpressionContainer":
      return kindsOf(node.expression);
    case "ConditionalExpression":
      return [...kindsOf(node.consequent), ...kindsOf(node.alternate)];
    case "LogicalExpression":
      return [
        ...(node.operator === "&&" ? ["nothing"] : kindsOf(node.left)),
        ...kindsOf(node.right),
      ];
    case "Literal":
      return ["string", "number"].includes(typeof node.value) ? ["text"] : ["nothing"];
    case "TemplateLiteral":
      return ["text"];
    case "CallExpression":
      if (node.callee.name === "t") return ["text"];
      return isList(node) ? ["element"] : ["unknown"];
    case "Identifier":
      return [NOTHING.has(node.name) ? "nothing" : "unknown"];
    default:
      return ["unknown"];
  }
}

const isLineBreak = ({ value }) => value.trim() === "" && value.includes("\n");

const isList = ({ callee }) =>
  callee.type === "MemberExpression" && ["map", "flatMap"].includes(callee.property.name);

/** What renders something in an element, with what is in the fragments directly below it. */
const childrenOf = (parent) =>
  parent.children
    .flatMap((child) => (child.type === "JSXFragment" ? childrenOf(child) : [child]))
    .filter((child) => kindsOf(child).length > 0);

const isElement = ({ type }) => type === "JSXElement" || type === "JSXFragment";

const translatedText = {
  meta: {
    type: "problem",
    messages: {
      wrap: "Put this text into an element of its own, e.g. a <span>: what is beside it, or the text itself, comes and goes. A page that the browser translates is lost otherwise.",
    },
    schema: [],
  },
  create(context) {
    function check(parent, isText) {
      const children = childrenOf(parent);
      const text = children.find((child) => kindsOf(child).some(isText));
      const changes = children.some((child) => {
        const kinds = kindsOf(child).map((kind) => (isText(kind) ? "text" : kind));
        return new Set(kinds).size > 1;
      });
      if (text && changes && children.length > 1) context.report({ node: text, messageId: "wrap" });
    }
    return {
      JSXElement(element) {
        const isPhrase = PHRASES.has(element.openingElement.name.name);
        check(element, (kind) => kind === "text" || (isPhrase && kind === "unknown"));
      },
      // A fragment that is not always there takes its text with it.
      JSXFragment(fragment) {
        if (isElement(fragment.parent)) return;
        const text = childrenOf(fragment).find((child) => kindsOf(child).includes("text"));
        if (text) context.report({ node: text, messageId: "wrap" });
      },
    };
  },
};

export default { meta: { name: "loyalty" }, rules: { "translated-text": translatedText } };
