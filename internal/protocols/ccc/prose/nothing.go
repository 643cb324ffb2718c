package prose

import "mdck/internal/spelling"

// IsNothing reports whether a line of text is "none" or a similar word, or a placeholder of the
// protocol's template such as "[decision]: [rationale]".
func IsNothing(text string) bool { return spelling.IsNone(text) || IsPlaceholder(text) }

// placeholder matches a line of the template that is not filled in, such as "[decision]:
// [rationale]".
const placeholder pattern = `^(?:\(unblocked by:|\)|:|—|CIA-XXX|exec:| )*\[[^\]]*\](?:\(unblocked by:|\)|:|—|CIA-XXX|exec:| |\[[^\]]*\])*\.?$`

// IsPlaceholder reports whether text consists only of placeholders of the protocol's template.
func IsPlaceholder(text string) bool { return placeholder.regexp().MatchString(text) }

// template matches the prompt of the protocol's template, with or without an issue. Source: the
// checkpoint protocol, step 1.
const template pattern = `(?s)\[task\s+n\s+of\s+m\].*\[file\s+list\].*\[specific\s+next\s+step\]`

// IsTemplate reports whether prompt is the prompt of the protocol's template without changes.
func IsTemplate(prompt string) bool { return template.regexp().MatchString(examined(prompt)) }
