package plot

import (
	"fmt"
	"slices"
	"strings"

	"mdck/internal/history"
)

// A layer is the tokens of one section, or of several, in each row.
type layer struct {
	title string
	class string
	sizes []int // by row
}

// maxLayers is how many sections have a colour of their own.
const maxLayers = 7

// The titles of what has none.
const (
	otherTitle = "other sections"
	restTitle  = "outside of sections"
)

// sections draws the tokens of the sections one above the other, and what colour is
// which; nothing if no row has sections.
func (p *Page) sections(b *strings.Builder) {
	layers := p.layers()
	if len(layers) == 0 {
		return
	}
	most := 0
	for i := range p.Rows {
		sum := 0
		for _, l := range layers {
			sum += l.sizes[i]
		}
		most = max(most, sum)
	}
	scale := scaleFor(most)
	p.open(b, "sections", "Tokens by section", fmt.Sprintf("Areas, one above the other, of %d kinds, bottom first: %s.", len(layers), titles(layers)))
	p.axes(b, scale)
	below := make([]int, len(p.Rows))
	for _, l := range layers {
		p.area(b, l, below, scale)
	}
	p.hits(b, sectionTip)
	b.WriteString("</svg>\n</figure>\n")
	p.legend(b, layers)
}

// named is a title, or what stands for one of a heading without text.
func named(title string) string {
	if strings.TrimSpace(title) == "" {
		return "(no title)"
	}
	return title
}

func titles(layers []layer) string {
	var all []string
	for _, l := range layers {
		all = append(all, named(l.title))
	}
	return strings.Join(all, ", ")
}

// area draws l on top of what is below, and adds it to that.
func (p *Page) area(b *strings.Builder, l layer, below []int, s scale) {
	n := len(p.Rows)
	for _, run := range p.runs() {
		half := 0.0
		if run.end-run.start == 1 { // a single row has no width
			half = min(slot(n)/2, 14)
		}
		var upper, lower []string
		for i := run.start; i < run.end; i++ {
			for _, side := range [...]float64{-half, half} {
				at := number(x(i, n) + side)
				upper = append(upper, at+","+number(s.y(below[i]+l.sizes[i])))
				lower = append(lower, at+","+number(s.y(below[i])))
				if half == 0 {
					break
				}
			}
		}
		slices.Reverse(lower)
		fmt.Fprintf(b, "<polygon class=\"area %s\" points=\"%s %s\"/>\n", l.class, strings.Join(upper, " "), strings.Join(lower, " "))
	}
	for i := range below {
		below[i] += l.sizes[i]
	}
}

// layers are the largest sections in the order in which they came, then all others,
// then what is in none; nil if no row has sections.
func (p *Page) layers() []layer {
	all := p.bySection()
	if len(all) == 0 {
		return nil
	}
	large := slices.Clone(all)
	slices.SortStableFunc(large, func(a, b *layer) int { return slices.Max(b.sizes) - slices.Max(a.sizes) })
	large = large[:min(len(large), maxLayers)]
	other := layer{otherTitle, "so", make([]int, len(p.Rows))}
	var out []layer
	for _, l := range all {
		if slices.Contains(large, l) {
			out = append(out, layer{l.title, fmt.Sprintf("s%d", len(out)), l.sizes})
			continue
		}
		for i, n := range l.sizes {
			other.sizes[i] += n
		}
	}
	if len(all) > len(large) {
		out = append(out, other)
	}
	return append(out, p.rest(all))
}

// bySection are the tokens of each title, in the order in which they came.
func (p *Page) bySection() []*layer {
	var all []*layer
	byTitle := map[string]*layer{}
	for i := range p.Rows {
		for _, s := range p.Rows[i].Text.Sections {
			l := byTitle[s.Title]
			if l == nil {
				l = &layer{title: s.Title, sizes: make([]int, len(p.Rows))}
				byTitle[s.Title] = l
				all = append(all, l)
			}
			l.sizes[i] += s.Tokens
		}
	}
	return all
}

// rest is what of the files is in no section. Where texts are cut there can be other
// tokens, so it may be a few off.
func (p *Page) rest(all []*layer) layer {
	rest := layer{restTitle, "sn", make([]int, len(p.Rows))}
	for i := range p.Rows {
		n := p.Rows[i].Text.Tokens
		for _, l := range all {
			n -= l.sizes[i]
		}
		rest.sizes[i] = max(n, 0)
	}
	return rest
}

// legend names the layers as they lie, the uppermost first, with what they have in the
// newest row with numbers.
func (p *Page) legend(b *strings.Builder, layers []layer) {
	newest := 0
	for i := range p.Rows {
		if p.Rows[i].Text.Reason == "" {
			newest = i
		}
	}
	fmt.Fprintf(b, "<figure>\n<h2>Sections in %s</h2>\n<ul class=\"legend\">\n", text(p.Rows[newest].Name()))
	for _, l := range slices.Backward(layers) {
		fmt.Fprintf(b, "<li><i class=\"%s\"></i><bdi>%s</bdi><span>%s</span></li>\n", l.class, text(named(l.title)), grouped(l.sizes[newest]))
	}
	b.WriteString("</ul>\n<figcaption>Tokens, in the order of the areas.</figcaption>\n</figure>\n")
}

// sectionTip lists the sections of a row, escaped, the largest few if there are many.
func sectionTip(r *history.Row) string {
	all := slices.Clone(r.Text.Sections)
	slices.SortStableFunc(all, func(a, b history.Section) int { return b.Tokens - a.Tokens })
	var b strings.Builder
	for _, s := range all[:min(len(all), maxLayers)] {
		fmt.Fprintf(&b, "\n%s  %s", grouped(s.Tokens), text(named(s.Title)))
	}
	return b.String()
}
