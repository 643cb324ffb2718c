package planfile

import (
	"strings"

	"mdck/mdcheckpoint/spelling"
)

// tableOptions are the rows of a Markdown table below its head, and the text around it;
// nil if text holds none. A first cell that is one word is the id.
func tableOptions(text string) (all []Option, beside string) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	at := 0
	for at < len(lines) && !isRow(lines[at]) {
		at++
	}
	if at+2 >= len(lines) || strings.Trim(lines[at+1], " |:-\t\r") != "" || !strings.Contains(lines[at+1], "-") {
		return nil, ""
	}
	end := at + 2
	for ; end < len(lines) && isRow(lines[end]); end++ {
		all = append(all, rowOption(lines[end]))
	}
	return all, strings.TrimSpace(strings.Join(append(lines[:at:at], lines[end:]...), "\n"))
}

func isRow(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "|") }

// rowOption is one row: what its cells hold, with the first as the id or, if that has
// several words, as the name.
func rowOption(line string) Option {
	var cells []string
	for cell := range strings.SplitSeq(strings.Trim(strings.TrimSpace(line), "|"), "|") {
		if cell = spelling.OneLine(cell); cell != "" {
			cells = append(cells, cell)
		}
	}
	if len(cells) == 0 {
		return Option{}
	}
	first := strings.Trim(cells[0], "*`\"' ")
	if id := strings.Trim(cutOption(first), ".)("); len(cells) > 1 && id != "" && !strings.Contains(id, " ") {
		return Option{ID: id, Name: listName(cells[1]), Text: strings.Join(cells[1:], "; "), Plain: true}
	}
	return Option{Name: first, Text: strings.Join(cells, "; "), Plain: true}
}
