package custom

import (
	"strings"

	"mdck/mdcheckpoint/schema"
)

// placeholder is the name in the braces of a title; "" without one.
func placeholder(title string) string {
	_, rest, _ := strings.Cut(title, "{")
	name, _, _ := strings.Cut(rest, "}")
	return name
}

// dateSlot is the placeholder that today's date stands for.
const dateSlot = "DATE"

// filled is a title with value in the place of its placeholder, if it has one.
func filled(title, value string) string { return (&schema.Group{Title: title}).TitleWith(value) }
