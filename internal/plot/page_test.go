package plot

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"unicode"
)

// pageOf returns a page of two plots and a table over n states; every seventh has no
// value.
func pageOf(n int) *Page {
	tokens, lines := Plot{Unit: "tokens", Limit: 3000}, Plot{Unit: "lines", Limit: 150}
	table := &Table{Columns: []Column{{Name: "revision"}, {Name: "tokens", Number: true}, {Name: "what"}}}
	for i := range n {
		name := fmt.Sprintf("v%d", i)
		var many, few *int
		if i%7 != 6 {
			high, low := 1000+i*97%2500, 100+i*7%90
			many, few = &high, &low
		}
		tokens.Points = append(tokens.Points, Point{name, many})
		lines.Points = append(lines.Points, Point{name, few})
		table.Rows = append(table.Rows, []string{name, "1", ""})
	}
	return &Page{Title: "History of a.md", About: "states", Sections: []Section{
		{Title: "Tokens", Plot: &tokens}, {Title: "Lines", Plot: &lines}, {Title: "States", Table: table},
	}}
}

func written(t *testing.T, p *Page) string {
	t.Helper()
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// An element is an element of a page.
type element struct {
	name, class, text string
	attr              map[string]string
	within            string // names of those around it
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

// TestPageLaws checks pages of any length: they are well formed; each value has a point
// in its plot and each state a line in the table; nothing is outside of its plot;
// nothing is loaded or run; the same page has the same bytes.
func TestPageLaws(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 7, 50, 1000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			page := written(t, pageOf(n))
			if again := written(t, pageOf(n)); again != page {
				t.Error("the same page has other bytes")
			}
			all := elements(t, page)
			for what, c := range map[string]struct{ got, want int }{
				"plots":   {count(all, func(e *element) bool { return e.name == "svg" }), 2},
				"points":  {count(all, func(e *element) bool { return e.name == "circle" }), 2 * (n - n/7)},
				"names":   {count(all, func(e *element) bool { return e.name == "title" && strings.Contains(e.within, "circle") }), 2 * (n - n/7)},
				"lines":   {count(all, func(e *element) bool { return e.name == "tr" && strings.Contains(e.within, "tbody") }), n},
				"numbers": {count(all, func(e *element) bool { return e.name == "td" && e.class == "n" }), n},
				"budgets": {count(all, func(e *element) bool { return e.class == "budget" }), 2},
			} {
				if c.got != c.want {
					t.Errorf("%d %s, want %d", c.got, what, c.want)
				}
			}
			checkInside(t, all)
			checkQuiet(t, page, all)
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
			if _, err := fmt.Sscanf(pair, "%g,%g", &x, &y); err != nil || x < left || x > right || y < top || y > bottom {
				t.Errorf("a point of %s is at %s", e.class, pair)
			}
		}
	}
}

// checkQuiet checks that a page loads nothing and runs nothing.
func checkQuiet(t *testing.T, page string, all []*element) {
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
	for _, style := range all {
		if style.name == "style" && (strings.Contains(style.text, "url(") || strings.Contains(style.text, "@import")) {
			t.Error("the style sheet loads something")
		}
	}
	if !strings.Contains(page, `content="default-src 'none'; style-src 'unsafe-inline'"`) {
		t.Error("the page has no content security policy")
	}
}

// hostile are texts that try to leave their place.
var hostile = []string{
	`</title><script>alert(1)</script>`, `" onload="x`, "a\x1b[31mred", "\u202egnp.exe", "]]>", "<!--", "&lt;b&gt;", "x\xff", "a\nb\u2028c", "'><svg onload=x>",
}

// TestPageEscapes checks that such texts are text in the page, wherever they come from.
func TestPageEscapes(t *testing.T) {
	for _, bad := range hostile {
		one := 1
		page := written(t, &Page{Title: bad, About: bad, Sections: []Section{
			{Title: bad, Plot: &Plot{Unit: bad, Limit: 1, Points: []Point{{bad, &one}, {bad, &one}}}},
			{Title: bad, Table: &Table{Columns: []Column{{Name: bad}}, Rows: [][]string{{bad}}}},
		}})
		all := elements(t, page)
		checkQuiet(t, page, all)
		for _, r := range page {
			if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) || r == '\u2028' || r == unicode.ReplacementChar {
				t.Errorf("%q is in the page as %U", bad, r)
			}
		}
		if n := count(all, func(e *element) bool { return e.name == "svg" }); n != 1 {
			t.Errorf("%q makes %d plots", bad, n)
		}
	}
	all := elements(t, written(t, &Page{Title: hostile[0]}))
	if n := count(all, func(e *element) bool { return strings.Contains(e.text, hostile[0]) }); n != 2 {
		t.Errorf("the title is in the page %d times, want 2: title and heading", n)
	}
}

// TestScale checks that the axis reaches above all values, with few round ticks.
func TestScale(t *testing.T) {
	for n := range 3000 {
		most := n * n
		step, end := (&Plot{Limit: n, Points: []Point{{"", &most}}}).scale()
		if end <= most || end%step != 0 || end/step > 10 || strings.Trim(fmt.Sprint(step), "0") == "" || !strings.Contains("125", strings.Trim(fmt.Sprint(step), "0")) {
			t.Fatalf("for %d the step is %d and the end %d", most, step, end)
		}
	}
}

// TestGaps checks that a curve ends where a value is missing, and that a value above
// the limit is marked.
func TestGaps(t *testing.T) {
	values := [...]int{1, 2, 9, 4, 5}
	p := Plot{Unit: "lines", Limit: 4, Points: []Point{{"a", &values[0]}, {"b", &values[1]}, {"c", nil}, {"d", &values[3]}, {"e", nil}, {"f", &values[4]}}}
	d := p.Drawing()
	if len(d.Curves) != 1 || len(strings.Fields(d.Curves[0])) != 2 || len(d.Points) != 4 {
		t.Errorf("the drawing is %+v", d)
	}
	for i, want := range []bool{false, false, false, true} {
		if d.Points[i].Over != want {
			t.Errorf("point %s: over is %t", d.Points[i].Name, d.Points[i].Over)
		}
	}
	if d.Label != "from 1 to 5 lines, budget 4" || d.First != "a" || d.Last != "f" {
		t.Errorf("the drawing is %+v", d)
	}
	if label := (&Plot{Unit: "lines"}).Drawing().Label; label != "no lines are known" {
		t.Errorf("the label of a plot without points is %q", label)
	}
}
