package loop

import (
	"strings"

	"mdck/mdcheckpoint/source"
)

// A Row is a row of the table of tracks.md. What it has no column for is empty.
type Row struct {
	ID, Type, Status, Progress string // without links and emphasis
	Line                       int    // 1-based
	Span                       source.Span
}

// columns are the headings of the table. Source: manager.
var columns = [...]struct {
	title string
	of    func(*Row) *string
}{
	{"track id", func(r *Row) *string { return &r.ID }},
	{"type", func(r *Row) *string { return &r.Type }},
	{"status", func(r *Row) *string { return &r.Status }},
	{"progress", func(r *Row) *string { return &r.Progress }},
}

// ParseTracks reads the rows of every table in text that has a column "Track ID",
// in the order of the file, outside of fenced code and comments. Other columns are
// left out, and so are rows without an id.
func ParseTracks(text string) []Row {
	var rows []Row
	var hidden cover
	var header []string
	offset, line := 0, 0
	for raw := range strings.Lines(text) {
		line++
		start := offset
		offset += len(raw)
		bare := strings.TrimRight(raw, "\r\n")
		if hidden.hides(bare) {
			continue
		}
		cells := cellsOf(strings.TrimPrefix(bare, "\ufeff"))
		switch {
		case cells == nil:
			header = nil
		case header == nil:
			header = headerOf(cells)
		default:
			r := rowOf(header, cells)
			r.Line, r.Span = line, source.Span{Start: start, End: start + len(bare)}
			if r.ID != "" && strings.Trim(r.ID, ":-") != "" {
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// cellsOf are the cells of a row of a table; nil for a line that is none. A pipe
// behind a backslash parts nothing.
func cellsOf(line string) []string {
	line, ok := strings.CutPrefix(strings.TrimSpace(line), "|")
	if !ok {
		return nil
	}
	cells := []string{}
	cell, escaped := 0, false
	for i := range len(line) {
		switch {
		case escaped:
			escaped = false
		case line[i] == '\\':
			escaped = true
		case line[i] == '|':
			cells = append(cells, line[cell:i])
			cell = i + 1
		}
	}
	if strings.TrimSpace(line[cell:]) != "" {
		cells = append(cells, line[cell:])
	}
	return cells
}

// headerOf gives the folded titles of a header; it is empty, and not nil, for one
// of another table.
func headerOf(cells []string) []string {
	header, ours := []string{}, false
	for _, c := range cells {
		title := strings.ToLower(plain(c))
		header = append(header, title)
		ours = ours || title == columns[0].title
	}
	if !ours {
		return []string{}
	}
	return header
}

func rowOf(header, cells []string) Row {
	var r Row
	for i, title := range header {
		for _, c := range columns {
			if c.title == title && i < len(cells) {
				*c.of(&r) = plain(cells[i])
			}
		}
	}
	return r
}

// plain is a cell without a link around it, marks of emphasis and backslashes
// before pipes.
func plain(cell string) string {
	cell = strings.TrimSpace(strings.ReplaceAll(cell, `\|`, "|"))
	cell = strings.Trim(cell, emphasis)
	if inside, ok := strings.CutPrefix(cell, "["); ok {
		if name, _, ok := strings.Cut(inside, "]("); ok {
			cell = name
		}
	}
	return strings.TrimSpace(strings.Trim(cell, emphasis))
}
