package mdcheckpoint

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/source"
)

// marked removes the marks «…» from text and returns the sorted spans between them.
func marked(t testing.TB, text string) (string, []source.Span) {
	t.Helper()
	var plain strings.Builder
	var spans []source.Span
	var open []int
	for _, r := range text {
		switch r {
		case '«':
			open = append(open, len(spans))
			spans = append(spans, source.Span{Start: plain.Len()})
		case '»':
			spans[open[len(open)-1]].End = plain.Len()
			open = open[:len(open)-1]
		default:
			plain.WriteRune(r)
		}
	}
	if len(open) > 0 {
		t.Fatalf("%q has a mark that is not closed", text)
	}
	return plain.String(), spans
}

var markedTables = map[string]struct {
	query func(*Document) []source.Span
	texts []string
}{
	"headings": {headings, []string{
		"«# Meta»\n\n- a: 1\n",
		"text\n\n«## Meta ##»\n",
		"«Meta\nand more\n---»\n",
		"«#Meta\n===»\n",
		"«# Meta»  \r\n\r\ntext\r\n",
		"«Meta\r\n----» \r\n",
		"«Meta\r===»\r«# b»",
		"é\n\n«# Méta»\n",
		"  «# indented»\n   «Setext\n  ---»\n",
		"«#»\n«##» \n«### ###»\n",
		"«#\ttab\t#»\t\n",
		"\ufeff«# T»\n",
		"---\ntitle: x\n---\n«# T»\n",
		"\ufeff---\r\na: b\r\n...\r\n«# T»\r\n",
		"«[a]: /u\nT\n===»\n",
		"> # a\n\n- # b\n\n```\n# c\n```\n<!--\n# d\n-->\n\n    # e\n«# f»\n",
		"a\x00\n«# \x00b\x00»\n",
		"«Foo\nbar\n---»\n",
		"text\n\n---\n\n«# a»\n",
	}},
	"titles": {titleSpans, []string{
		"# «Meta»\n", "#   «Meta»  ##  \n", "# «a #b»\n", "«Meta\nmore»\n===\n", "   «Meta»\n---\n",
		"#«»\n", "##«»  \n", "## «»##\n", "#\t«a\tb»\t#\n", "# «é»\r\n",
	}},
	"own": {ownSpans, []string{
		"«# a\n\ntext\n\n»«## b\n»«# c»",
		"before\n\n«  # a\n\n»«b\n===\n»",
		"\ufeff«# a\r\n»«# b\r\n»",
		"---\nx: y\n---\n\n«# a\r»«# b\r»",
		"\n\n\n\n\n«# a\n\n\n\n\n\n»«# b\n\n\n\n\n»",
	}},
	"front matter": {frontMatter, []string{
		"«---\na: b\n---\n»# T\n", "«---\na: b\n...»", "\ufeff«--- \r\na: b\r\n---\t\r\n»\r\ntext", "«---\n---\n»",
		"---\na: b\n", " ---\na: b\n---\n", "\n---\na: b\n---\n", "----\na: b\n---\n", "«---\ra: b\r---\r»text", "---",
	}},
	"blocks": {topBlocks, []string{
		"«a\nb»\n\n  «c»  \n",
		"«- a\n- b»\n\n\n«+ c»\n",
		"«<!-- a\n\nb --> tail»  \n«text»\n",
		"  «<!-- a -->»\n",
		"«```go\nx\n\n```»\n«text»\n",
		"«```»\n\n",
		"«```\na»\n\n  \n",
		"    «code\n\n    more»\n\n",
		"\t«code»\n",
		"«> a\nlazy\n>»\n\n«b»\n",
		"«>» \n\n«>»\n",
		"«> a\n> >»\n",
		" «* * *» \n«___»\n",
		"«[a]: /u 'two\nlines'\n[b]: /v\ntext»\n",
		"«<div>\na\n</div>»\n\n«</div>»",
		"«<pre>\n\n</pre> tail»\n«text»\n",
		"«a\r\nb»\r\n\r\n«- c»\r\n",
		"«- a»\n«<!-- hint -->»\n«- b»\n",
		"«- a\n  <!-- hint -->\n- b»\n",
		"«| a |\n|---|\n| b |»\n",
		"«a»\n\n\n\n\n\n\n«b»\n\n\n\n\n«- c\n\n\n\n\n\n  d»\n\n\n\n",
	}},
	"items": {itemSpans, []string{
		"«- a\n  b»\n«- c\n\n  d»\n\n«+ e»\n",
		"«1. a»\n«2. b»\n\n«1) c»\n«1. d»\n",
		"«- a\n  «- b\n    «- c»»»\n«- d»\n",
		"«- «- a»»\n",
		"«-» \n«-\n  a»\n«*»\n",
		"«- a»\r\n«-»\r\n«- b»\r\n",
		"«1.»\r\n«2.»\r\n",
		"«- a\r\t«- b»»\r",
		"«- b\n\n\t«*»»\n«- c»\n",
		"«-\t  c»\n",
		"> \t«- a»\n> \t«- b»\n",
		"«*\n  «- a»»\n",
		"«1.\n   «- a»»\n",
		"«- a\n\n  ```\n  b»\n\n«- c»\n",
		"«- a\nlazy»\n\ntext\n",
		"«- a\n\n  «-»\n\n  b»\n",
		"«-»\n\n  a\n",
		"\t- code\n",
		"«-\ta\n\t«-\tb\n\t\tc»»\n",
	}},
	"markers": {markers, []string{
		"«-» a\n«-» b\n", "«10)» a\n", "  «*» a\n\t«+» b\n", "«-» «-» «1.» a\n", "«-»\t«-»\ta\n", ">\t«-» a\n", "«+»\n«+»",
	}},
	"item text": {itemTexts, []string{
		"- «a\n  b»\n-«»\n-\n  «c»\n", "1.   «a»\n", "-     «code»\n", "-\t«a»\n", "- «> a\n  > b»\n", "- «[a]: /u»\n",
		"- «[x] done»  \r\n", "-«»   \n", "- «<!-- a -->»\n",
	}},
	"fences": {fences, []string{
		"«```go»  \na\n«```» \n", "  «~~~ info»\n  a\n   «~~~~»\n", "- «```»\n  a\n  «```»\n", "> «```»\n> a\n> «```»\n",
		"«```»\r\na\r\n«```»\r\n", "-\t«```»\n\ta\n\t«```»\n",
	}},
	"unclosed": {unclosed, []string{
		"a\n\n«```\nb\n# c»\n", "«<!-- a\n# b»\n", "> «```\n> a»\n\n«```»\n", "- «<!-- a»\n- «```\n  b»\n", "«~~~~\n~~~»\n",
		"<!-- a -->\n<!-->\n```\n```\n", "«<pre>\n\na»\n", "<pre></pre>\n\n«<!DOCTYPE\nb»", "<?a\n?>\n<![CDATA[]]>\n<!X>\n<div>\n",
		"<SCRIPT></Script>\n\n«<script>»\n",
	}},
}

func headings(d *Document) []source.Span { return spans(d.Sections, (*Section).heading) }

func (s *Section) heading() source.Span { return s.Heading }

func titleSpans(d *Document) []source.Span {
	return spans(d.Sections, func(s *Section) source.Span { return s.TitleSpan })
}

func ownSpans(d *Document) []source.Span {
	return spans(d.Sections, func(s *Section) source.Span { return s.Own })
}

func frontMatter(d *Document) []source.Span {
	if d.FrontMatter.Len() == 0 {
		return nil
	}
	return []source.Span{d.FrontMatter}
}

func topBlocks(d *Document) []source.Span {
	return spans(d.Blocks, func(b *Block) source.Span { return b.Span })
}

func unclosed(d *Document) []source.Span {
	return spans(d.Unclosed, func(b *Block) source.Span { return b.Span })
}

func itemSpans(d *Document) []source.Span {
	return spans(allItems(d.Blocks), func(i *Item) source.Span { return i.Span })
}

func markers(d *Document) []source.Span {
	return spans(allItems(d.Blocks), func(i *Item) source.Span { return i.Marker })
}

func itemTexts(d *Document) []source.Span {
	return spans(allItems(d.Blocks), func(i *Item) source.Span { return i.Text })
}

func fences(d *Document) []source.Span {
	var all []source.Span
	Walk(d.Blocks, func(b *Block) bool {
		if b.Fence != nil {
			all = append(all, b.Fence.Open, b.Fence.Close)
		}
		return true
	})
	return all
}

func spans[T any](all []T, span func(T) source.Span) []source.Span {
	var out []source.Span
	for _, one := range all {
		out = append(out, span(one))
	}
	return out
}

func allItems(blocks []*Block) []*Item {
	var items []*Item
	for _, b := range blocks {
		items = append(items, allItems(b.Blocks)...)
		for _, item := range b.Items {
			items = append(append(items, item), allItems(item.Blocks)...)
		}
	}
	return items
}

func tableTexts() []string {
	var texts []string
	for _, table := range markedTables {
		for _, text := range table.texts {
			texts = append(texts, strings.NewReplacer("«", "", "»", "").Replace(text))
		}
	}
	slices.Sort(texts)
	return texts
}

func TestSpans(t *testing.T) {
	for name, table := range markedTables {
		t.Run(name, func(t *testing.T) {
			for _, text := range table.texts {
				plain, want := marked(t, text)
				if got := table.query(parse(t, plain)); !slices.Equal(got, want) {
					t.Errorf("%q gives %v, want %v", text, got, want)
				}
			}
		})
	}
}

func TestTitles(t *testing.T) {
	for text, want := range map[string]string{
		"# a":                        `1 false "a"` + "\n",
		"###### a b  #":              `6 false "a b"` + "\n",
		"# a\\#":                     `1 false "a\\#"` + "\n",
		"#":                          `1 false ""` + "\n",
		"a\r\n   b \r\nc\r\n===\r\n": `1 true "a b c"` + "\n",
		"1.\ta\n\tb\n---":            "", // item with a paragraph, then a break
		"10\tapples\n---":            `2 true "10\tapples"` + "\n",
		"#a\n---":                    `2 true "#a"` + "\n",
		"# *a* `b`":                  "1 false \"*a* `b`\"\n",
		"# a {#id}":                  `1 false "a {#id}"` + "\n",
	} {
		if got := titles(parse(t, text)); got != want {
			t.Errorf("%q has sections\n%swant\n%s", text, got, want)
		}
	}
}

func TestOutlines(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "",
		"\n \n\t\n":                         "",
		"a\x00b":                            "paragraph\n",
		"- a\r\n-\r\n- b\r\n":               "list\n  item 1\n    paragraph\n  item 1\n  item 1\n    paragraph\n",
		"# a\rb\r- c\r":                     "heading\nparagraph\nlist\n  item 1\n    paragraph\n",
		"- a\n\t- b\n":                      "list\n  item 1\n    paragraph\n    list\n      item 1\n        paragraph\n",
		"- b\n\n\t*\n- c\n":                 "list\n  item 1\n    paragraph\n    list\n      item 1\n  item 1\n    paragraph\n",
		"-\t  c":                            "list\n  item 1\n    code\n",
		"-\t c":                             "list\n  item 1\n    paragraph\n",
		"> \t- a\n":                         "quote\n  list\n    item 1\n      paragraph\n",
		"> \t<div>\n":                       "quote\n  html\n",
		"> * \t1\n":                         "quote\n  list\n    item 1\n      code\n",
		"*\n  - a\n":                        "list\n  item 1\n    list\n      item 1\n        paragraph\n",
		"-\n  ***\n":                        "list\n  item 1\n    break\n",
		"* -\n\n  a\n":                      "list\n  item 1\n    list\n      item 1\n    paragraph\n",
		"\ufeff# T":                         "heading\n",
		"---\ntitle: x\n---\n":              "",
		"Foo\nbar\n---\n":                   "heading\n",
		"- a\n<!-- hint -->\n- b\n":         "list\n  item 1\n    paragraph\ncomment\nlist\n  item 1\n    paragraph\n",
		"<!-- a --> text\nb\n":              "comment\nparagraph\n",
		"1) a\n1. b":                        "list\n  item 2\n    paragraph\nlist\n  item 2\n    paragraph\n",
		"- a\n* b":                          "list\n  item 1\n    paragraph\nlist\n  item 1\n    paragraph\n",
		"# h {#id}":                         "heading\n",
		"[a]: u\n\"t\" [b]: v\n":            "paragraph\n",
		"[a]: u\n---\n":                     "heading\n",
		"<task type=\"x\">\n\na\n\n</task>": "html\nparagraph\nhtml\n",
		"- a\n\n\n\n\n\n  b":                "list\n  item 1\n    paragraph\n    paragraph\n",
	} {
		if got := outline(parse(t, text).Blocks); got != want {
			t.Errorf("%q is\n%swant\n%s", text, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	deep := strings.Repeat("> ", MaxDepth)
	for name, c := range map[string]struct {
		text, want string
		is         error
	}{
		"bad byte":     {"a\né\xff", `x.md:2:3: not valid UTF-8: found byte 0xff`, ErrNotUTF8},
		"cut short":    {"a\xe2\x82", `x.md:1:2: not valid UTF-8: found byte 0xe2`, ErrNotUTF8},
		"large":        {strings.Repeat("\n", MaxSize+1), `x.md:1048577:1: too large (1048577 bytes); expected at most 1048576`, ErrTooLarge},
		"deep":         {"a\n\n" + deep + "> b", `x.md:3:129: lists and quotes are nested too deeply: expected at most 64 levels`, ErrTooDeep},
		"many":         {strings.Repeat("# a\n", MaxBlocks) + "\tb", `x.md:32769:2: too many parts: more than 32768 blocks and list items`, ErrTooMany},
		"many in one":  {strings.Repeat("- a\n", MaxBlocks), `x.md:16384:3: too many parts: more than 32768 blocks and list items`, ErrTooMany},
		"deep and tab": {"\ufeff---\n---\n" + strings.Repeat(">", MaxDepth) + "\t- b", `x.md:3:66: lists and quotes are nested too deeply: expected at most 64 levels`, ErrTooDeep},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := Parse("x.md", c.text)
			if d != nil || !errors.Is(err, c.is) || err.Error() != c.want {
				t.Errorf("got document %v and error %v, want error %q", d, err, c.want)
			}
			if _, ok := errors.AsType[*source.Error](err); !ok {
				t.Errorf("error %v has no place", err)
			}
		})
	}
	if d := parse(t, strings.Repeat("a\n", MaxSize/2)); len(d.Blocks) != 1 {
		t.Errorf("a text of MaxSize has %d blocks", len(d.Blocks))
	}
	if d := parse(t, strings.Repeat("# a\n", MaxBlocks)+strings.Repeat("\n", MaxSize/2)); len(d.Sections) != MaxBlocks {
		t.Errorf("%d sections, want %d", len(d.Sections), MaxBlocks)
	}
}

func ladder(n int, step string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(step, i) + "- a\n")
	}
	return b.String()
}

func depth(text string) (levels, offset int) {
	body := prepare(text)
	_, seen := read(body.bytes)
	if seen.levels == 0 {
		return 0, 0
	}
	return seen.levels, body.offset(seen.deepest)
}

func TestDepth(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"nothing":                 {"", 0},
		"text":                    {"a\n", 0},
		"list":                    {"- a\n- b\n", 1},
		"stars":                   {"* * * * a", 4},
		"break":                   {"* * * *", 0},
		"quotes":                  {"> > >\n> > > > a", 4},
		"tight quotes":            {strings.Repeat(">", 2000), MaxDepth + 1},
		"mixed":                   {"> 1. - > a", 4},
		"after tabs":              {"-\t-\t>\t1.\ta", 4},
		"at the limit":            {ladder(MaxDepth, "  "), MaxDepth},
		"over the limit":          {ladder(MaxDepth+1, "  "), MaxDepth + 1},
		"far over the limit":      {ladder(500, "  "), MaxDepth + 1},
		"tabs over the limit":     {ladder(MaxDepth+1, "\t"), MaxDepth + 1},
		"tabs at the limit":       {ladder(MaxDepth, "\t"), MaxDepth},
		"one line at the limit":   {strings.Repeat("- ", MaxDepth) + "a", MaxDepth},
		"one line over the limit": {strings.Repeat("1) ", MaxDepth+1) + "a", MaxDepth + 1},
		"siblings":                {strings.Repeat("- a\n", 1000), 1},
		"alternating lists":       {strings.Repeat("- a\n+ b\n", 1000), 1},
		"deep code":               {"a\n\n" + strings.Repeat(" ", 1000) + "- - - a", 0},
		"code with markers":       {"    " + strings.Repeat("- ", 1000), 0},
		"fence":                   {"```\n" + ladder(200, "  ") + strings.Repeat("> ", 200) + "\n```\n- a", 1},
		"fence in a list":         {strings.Repeat("- ", MaxDepth) + "```\n" + strings.Repeat(" ", 2*MaxDepth) + strings.Repeat("> ", 100), MaxDepth},
		"comment":                 {"<!--\n" + ladder(200, "  ") + "-->", 0},
		"table":                   {strings.Repeat("| - | > |\n", 1000), 0},
		"text with signs":         {"a " + strings.Repeat("> - ", 1000), 0},
		"front matter":            {"---\n" + ladder(200, "  ") + "---\n- a", 1},
	} {
		if got, _ := depth(c.text); got != c.want {
			t.Errorf("%s: depth is %d, want %d", name, got, c.want)
		}
		if _, err := Parse("", c.text); errors.Is(err, ErrTooDeep) != (c.want > MaxDepth) {
			t.Errorf("%s: depth is %d and error %v", name, c.want, err)
		}
	}
}

func TestDepthPlace(t *testing.T) {
	for _, text := range []string{"- a\n  «»> b\n  > c\n\n> - d\n", "\ufeff- a\n\t«»- b\n", "a\r\n\r\n\r\n\r\n\r\n  «»* b"} {
		plain, want := marked(t, text)
		if _, got := depth(plain); got != want[0].Start {
			t.Errorf("%q is deepest at %d, want %d", text, got, want[0].Start)
		}
	}
}

func TestSectionTree(t *testing.T) {
	d := parse(t, "x\n### a\n# b\n## c\n#### d\n## e\n- f\n\n- g\n<!-- h -->\n+ i\n  - j\n# k\n")
	var got strings.Builder
	for _, s := range d.Sections {
		if s.Parent != nil {
			got.WriteString(s.Parent.Title)
		}
		got.WriteString("/" + s.Title + " ")
	}
	if want := "/a /b b/c c/d b/e /k "; got.String() != want {
		t.Errorf("sections are %q, want %q", got.String(), want)
	}
	e := d.Sections[4]
	if n, m := len(e.Bullets()), len(e.Comments()); n != 3 || m != 1 {
		t.Errorf("section e has %d bullets and %d comments, want 3 and 1", n, m)
	}
	if n := len(d.Sections[1].Bullets()); n != 0 {
		t.Errorf("section b has %d bullets of its children", n)
	}
}

func TestSectionAt(t *testing.T) {
	d := parse(t, "ab\n# c\n## d\n")
	for offset, want := range map[int]string{-1: "", 0: "", 2: "", 3: "c", 6: "c", 7: "d", 11: "d", 12: "d", 99: "d"} {
		got := ""
		if s := d.SectionAt(offset); s != nil {
			got = s.Title
		}
		if got != want {
			t.Errorf("offset %d is in section %q, want %q", offset, got, want)
		}
	}
	if s := parse(t, "a").SectionAt(0); s != nil {
		t.Errorf("found section %q in a text without any", s.Title)
	}
}

func TestWalk(t *testing.T) {
	d := parse(t, "a\n\n- b\n  > c\n\n      d\n- # e\n\n***\n")
	visited := func(into Kind) string {
		var names []string
		Walk(d.Blocks, func(b *Block) bool {
			names = append(names, kindNames[b.Kind])
			return b.Kind != into
		})
		return strings.Join(names, " ")
	}
	for into, want := range map[Kind]string{
		Break: "paragraph list paragraph quote paragraph code heading break",
		Quote: "paragraph list paragraph quote code heading break",
		List:  "paragraph list break",
	} {
		if got := visited(into); got != want {
			t.Errorf("not into %s: visited %q, want %q", kindNames[into], got, want)
		}
	}
}
