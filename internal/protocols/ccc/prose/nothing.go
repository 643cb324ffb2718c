package prose

import "mdck/internal/spelling"

// IsNothing reports whether text is a word such as "none" or a placeholder of the template.
func IsNothing(text string) bool { return spelling.IsNone(text) || IsPlaceholder(text) }

// placeholder matches a line such as "[decision]: [rationale]".
const placeholder pattern = `^(?:\(unblocked by:|\)|:|—|CIA-XXX|exec:| )*\[[^\]]*\](?:\(unblocked by:|\)|:|—|CIA-XXX|exec:| |\[[^\]]*\])*\.?$`

// IsPlaceholder reports whether text consists only of placeholders.
func IsPlaceholder(text string) bool { return placeholder.regexp().MatchString(text) }

// template matches the prompt of the protocol's template. Source: the checkpoint protocol, step 1.
const template pattern = `(?s)\[task\s+n\s+of\s+m\].*\[file\s+list\].*\[specific\s+next\s+step\]`

// IsTemplate reports whether prompt is the unchanged prompt of the template.
func IsTemplate(prompt string) bool { return template.regexp().MatchString(examined(prompt)) }
