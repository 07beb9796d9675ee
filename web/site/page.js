// What all parts of the page share.

export const element = id => document.getElementById(id);

// Tells what went wrong; nothing where the text is empty. Texts are never read as markup.
export function tell(text) {
  element("message").textContent = text;
  element("message").hidden = text === "";
}

// An element with properties and contents.
export function make(name, properties = {}, ...contents) {
  const made = document.createElement(name);
  for (const [property, value] of Object.entries(properties)) {
    if (property.includes("-") || property === "role") made.setAttribute(property, value);
    else made[property] = value;
  }
  made.append(...contents);
  return made;
}
