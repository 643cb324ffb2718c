package plot

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"
	"unicode"

	"mdck/internal/history"
)

// rowsOf are n states; every seventh has no numbers.
func rowsOf(n int) []history.Row {
	var commits []history.Commit
	for i := range n {
		version := 1 + i/3
		text := history.Text{Sum: fmt.Sprint(i), Lines: 100 + i*7%90, Tokens: 1000 + i*97%2500, Version: &version}
		for k := range 1 + i%10 {
			text.Sections = append(text.Sections, history.Section{Title: fmt.Sprintf("Section %d", k), Lines: 5, Tokens: 50 + i%30})
		}
		if i%7 == 6 {
			text = history.Unmeasured(history.Link)
		}
		commits = append(commits, history.Commit{
			ID: fmt.Sprintf("%040x", i+1), Time: time.Date(2026, 11, 1, i, 0, 0, 0, time.UTC), Subject: fmt.Sprintf("change %d", i), Text: text,
		})
	}
	return history.Rows(commits, nil)
}

func written(t *testing.T, p *Page) string {
	t.Helper()
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// An element is one of a page.
type element struct {
	name, class, text string
	attr              map[string]string
	within            string // names of those that it lies in
}

// elements reads a page; one that is not well formed ends the test.
func elements(t *testing.T, page string) []*element {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(closed(strings.TrimPrefix(page, "<!doctype html>"))))
	var all, open []*element
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attr: map[string]string{}}
			for _, o := range open {
				e.within += " " + o.name
			}
			for _, a := range token.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			e.class = e.attr["class"]
			all, open = append(all, e), append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text += string(token)
			}
		}
	}
}

// closed is the page with the elements closed that HTML leaves open.
func closed(page string) string {
	var b strings.Builder
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "<meta ") {
			line = strings.TrimSuffix(line, ">\n") + "/>\n"
		}
		b.WriteString(line)
	}
	return b.String()
}

func count(all []*element, is func(*element) bool) int {
	n := 0
	for _, e := range all {
		if is(e) {
			n++
		}
	}
	return n
}

// TestPageLaws holds of pages of any length: they are well formed; each row has a strip
// in each plot, a point or a cross in both curves, and a line in the table; nothing
// lies outside of its plot; nothing is loaded or run.
func TestPageLaws(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 50, 79, 80, 1000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			p := &Page{Path: "a/checkpoint.md", Encoding: "o200k_base", Lines: 150, Tokens: 3000, Rows: rowsOf(n)}
			all := elements(t, written(t, p))
			known := 0
			for i := range p.Rows {
				if p.Rows[i].Text.Reason == "" {
					known++
				}
			}
			for what, c := range map[string]struct{ got, want int }{
				"plots":   {count(all, func(e *element) bool { return e.name == "svg" }), 3},
				"strips":  {count(all, func(e *element) bool { return e.class == "hit" }), 3 * n},
				"points":  {count(all, func(e *element) bool { return e.name == "circle" }), 2 * known},
				"crosses": {count(all, func(e *element) bool { return e.class == "gap" }), 2 * (n - known)},
				"lines":   {count(all, func(e *element) bool { return e.name == "tr" && strings.Contains(e.within, "tbody") }), n},
				"budgets": {count(all, func(e *element) bool { return e.class == "budget" }), 2},
			} {
				if c.got != c.want {
					t.Errorf("%d %s, want %d", c.got, what, c.want)
				}
			}
			checkInside(t, all)
			checkQuiet(t, all)
		})
	}
}

func checkInside(t *testing.T, all []*element) {
	t.Helper()
	for _, e := range all {
		for name, limit := range map[string]float64{"x": width, "cx": width, "y": height, "cy": height} {
			var v float64
			if value, ok := e.attr[name]; !ok {
				continue
			} else if _, err := fmt.Sscan(value, &v); err != nil || math.IsNaN(v) || v < 0 || v > limit {
				t.Errorf("%s of %s is %q", name, e.name, value)
			}
		}
		for pair := range strings.FieldsSeq(e.attr["points"]) {
			var x, y float64
			if _, err := fmt.Sscanf(pair, "%g,%g", &x, &y); err != nil || x < left || x > width-right || y < top || y > height-bottom+0.1 {
				t.Errorf("a point of %s lies at %s", e.class, pair)
			}
		}
	}
}

// checkQuiet holds that a page loads nothing and runs nothing.
func checkQuiet(t *testing.T, all []*element) {
	t.Helper()
	for _, e := range all {
		switch e.name {
		case "script", "link", "img", "iframe", "object", "a", "use", "image", "form", "base":
			t.Errorf("there is an element %s", e.name)
		}
		for name := range e.attr {
			if strings.HasPrefix(name, "on") || name == "src" || name == "href" {
				t.Errorf("%s has %s", e.name, name)
			}
		}
	}
	if strings.Contains(style, "url(") || strings.Contains(style, "@import") {
		t.Error("the style sheet loads something")
	}
}

// TestStack holds that each area lies on the one below it, the lowest on the axis, and
// that all have as many points as rows on either side.
func TestStack(t *testing.T) {
	rows := rowsOf(6)
	all := elements(t, written(t, &Page{Path: "a.md", Rows: rows}))
	lower := ""
	for range rows {
		lower = number(scaleFor(1).y(0)) + " " + lower
	}
	areas := 0
	for _, e := range all {
		if !strings.HasPrefix(e.class, "area") {
			continue
		}
		areas++
		points := strings.Fields(e.attr["points"])
		if len(points) != 2*len(rows) {
			t.Fatalf("%s has %d points", e.class, len(points))
		}
		upper, base := "", ""
		for i := range rows {
			_, y, _ := strings.Cut(points[i], ",")
			upper += y + " "
			_, y, _ = strings.Cut(points[len(points)-1-i], ",")
			base += y + " "
		}
		if base != lower {
			t.Errorf("%s lies on %s, want %s", e.class, base, lower)
		}
		lower = upper
	}
	if areas != 7 { // six sections, and what is in none
		t.Errorf("%d areas", areas)
	}
}

// hostile are texts that try to leave the place that they stand in.
var hostile = []string{
	`</title><script>alert(1)</script>`, `" onload="x`, "a\x1b[31mred", "\u202egnp.exe", "]]>", "<!--", "&lt;b&gt;", "x\xff", "a\nb\u2028c", "'><svg onload=x>",
}

// TestPageEscapes holds that such texts stand in the page as text, wherever they come
// from.
func TestPageEscapes(t *testing.T) {
	for _, bad := range hostile {
		rows := rowsOf(3)
		for i := range rows {
			rows[i].Subject, rows[i].From, rows[i].Command = bad, bad, bad
			rows[i].Text.Sections = []history.Section{{Title: bad, Tokens: 5}}
		}
		rows[2].Commit, rows[2].Text.NoTree = "", bad
		page := written(t, &Page{Path: bad, Encoding: bad, Rows: rows})
		all := elements(t, page)
		checkQuiet(t, all)
		for _, r := range page {
			if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) || r == '\u2028' || r == unicode.ReplacementChar {
				t.Errorf("%q stands in the page as %U", bad, r)
			}
		}
	}
	all := elements(t, written(t, &Page{Path: hostile[0], Rows: rowsOf(1)}))
	if n := count(all, func(e *element) bool { return strings.Contains(e.text, hostile[0]) }); n != 2 {
		t.Errorf("the name of the file stands there %d times, want 2: title and heading", n)
	}
}

// TestPageWithout holds what a page says that has no numbers, or no sections.
func TestPageWithout(t *testing.T) {
	rows := history.Rows([]history.Commit{{ID: "abcdef0123", Text: history.Unmeasured(history.NotUTF8)}}, nil)
	page := written(t, &Page{Path: "a.md", Encoding: "o200k_base", Rows: rows})
	for _, want := range []string{"No state of it can be counted.", "not UTF-8", `class="gap"`} {
		if !strings.Contains(page, want) {
			t.Errorf("a page without numbers lacks %q", want)
		}
	}
	rows = rowsOf(3)
	for i := range rows {
		rows[i].Text.Sections = nil
	}
	all := elements(t, written(t, &Page{Path: "a.json", Rows: rows}))
	if n := count(all, func(e *element) bool { return e.name == "svg" }); n != 2 {
		t.Errorf("%d plots without sections, want 2", n)
	}
}

// TestPageNow holds that old numbers are not given for those of now, and that clocks which
// went back turn no span around.
func TestPageNow(t *testing.T) {
	rows := rowsOf(3)
	rows[1].Time = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
	page := written(t, &Page{Path: "a.md", Encoding: "x", Rows: rows})
	if strings.Contains(page, "Now:") || !strings.Contains(page, "3 states, from 1970-01-01 to 2026-11-01.") {
		t.Errorf("the page says\n%s", page)
	}
	rows = append(rows, history.Row{Commit: "f", Text: history.Unmeasured(history.Gone)})
	if page := written(t, &Page{Path: "a.md", Encoding: "x", Rows: rows}); !strings.Contains(page, "Now: deleted. These are the numbers of 00000000 2026-11-01T02:00:00Z,") {
		t.Errorf("the page says\n%s", page)
	}
}
