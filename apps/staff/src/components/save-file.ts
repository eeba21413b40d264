export function saveFile(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser holds the file once the task of the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
