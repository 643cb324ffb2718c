// Package compare says what differs in meaning between two versions of a
// checkpoint of the RFC workflow: what became of tensions, which bullets came,
// went, moved or say it in other words, and which facts and budgets changed.
package compare

import (
	"cmp"
	"slices"

	"mdck/mdcheckpoint/ohrfc"
)

// A Comparison lists the differences in meaning between two versions of a checkpoint: A, the earlier, and B. White space, the order of bullets and
// sections, and the marks of lists, headings and separators have no meaning.
//
// Each bullet of A is in exactly one place: it equals a bullet of B, it became a Fact, or it is in Dropped, or in Gone, Reworded or Moved of one
// section. Likewise each bullet of B, with Resolved, Intensified, New and Added. No list is nil.
type Comparison struct {
	Facts    []FactChange    `json:"meta"`
	Rounds   []RoundChange   `json:"rounds"` // by number
	Tensions TensionChanges  `json:"tensions"`
	Sections []SectionChange `json:"sections"` // in the order of B, then those of A alone
}

// Differs reports whether there is any difference in meaning.
func (c *Comparison) Differs() bool {
	t := &c.Tensions
	return len(c.Facts)+len(c.Rounds)+len(c.Sections)+len(t.Resolved)+len(t.Intensified)+len(t.New)+len(t.Dropped) > 0
}

// What became of a round or a section.
const (
	Changed = "changed" // it is in A and in B
	Came    = "new"     // it is in B alone
	Went    = "gone"    // it is in A alone
	Pruned  = "pruned"  // it is a round of A alone, and B has a newer one
)

// A RoundChange is a Gate-B round that came or went.
type RoundChange struct {
	Round   int    `json:"round"`
	Change  string `json:"change"`  // Came, Went or Pruned
	Bullets int    `json:"bullets"` // of a round that came, all; of one that went, those that went with it
}

// A SectionChange is what differs directly under one heading, or before the first.
type SectionChange struct {
	Section string `json:"section"` // titles from level 2 on, parted by " / "; long ones are cut
	Change  string `json:"change"`  // Changed, Came, Went or Pruned
	// Under is true where the section that this one is in came or went too.
	Under bool `json:"-"`

	Added    []string    `json:"added"` // bullets, each on one line
	Gone     []string    `json:"gone"`
	Reworded []Rewording `json:"reworded"`
	Moved    []Move      `json:"moved"` // bullets that are here in B
	Text     bool        `json:"text"`  // text besides bullets differs, comments too
}

func (s *SectionChange) changed() bool {
	return len(s.Added)+len(s.Gone)+len(s.Reworded)+len(s.Moved) > 0 || s.Text
}

// A Rewording is a bullet that says it in other words in B.
type Rewording struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// A Move is a bullet that stands, equal, in another section of A.
type Move struct {
	Text string `json:"text"`
	From string `json:"from"`
}

// Checkpoints returns what differs in meaning between a and b. It changes neither. Its
// cost is linear in the texts, except the search for rewordings and for what
// became of tensions, which is left out for more than maxPairs pairs of bullets.
func Checkpoints(a, b *ohrfc.Checkpoint) *Comparison {
	c := &comparer{before: a, after: b}
	c.a = readOutline(a, &outline{})
	c.b = readOutline(b, c.a)
	c.equal()
	c.reword()
	c.move()
	c.result.Facts = factChanges(a, b)
	c.result.Rounds = c.rounds()
	c.tensions()
	c.result.Sections = c.sections()
	return &c.result
}

// A comparer is one comparison under way.
type comparer struct {
	before, after *ohrfc.Checkpoint
	a, b          *outline
	reworded      map[*place][]Rewording // by the place in b
	moved         map[*place][]Move      // by the place in b
	went          map[int]string         // what became of the rounds of a that b lacks
	result        Comparison
}

// equal pairs bullets that are the same in the same place.
func (c *comparer) equal() {
	for _, b := range c.b.places {
		if b.twin != nil {
			pairEqual(b.twin.bullets, b.bullets, func(x, y *bullet) {})
		}
	}
}

// move pairs bullets that are the same in different places.
func (c *comparer) move() {
	c.moved = map[*place][]Move{}
	pairEqual(c.a.open(), c.b.open(), func(x, y *bullet) {
		c.moved[y.place] = append(c.moved[y.place], Move{Text: y.text, From: x.place.label})
	})
}

// pairEqual pairs those of a with those of b that have the same key, the first
// with the first, and calls paired for each pair, in the order of b.
func pairEqual(a, b []*bullet, paired func(x, y *bullet)) {
	there := map[bulletKey][]*bullet{}
	for _, x := range a {
		there[x.key()] = append(there[x.key()], x)
	}
	for _, y := range b {
		if list := there[y.key()]; len(list) > 0 {
			there[y.key()] = list[1:]
			list[0].done, y.done = true, true
			paired(list[0], y)
		}
	}
}

// rounds are the rounds that one side has alone.
func (c *comparer) rounds() []RoundChange {
	newest := c.after.NewestRound()
	went := c.a.bulletsOfRounds(func(p *place) int { return len(p.open()) })
	came := c.b.bulletsOfRounds(func(p *place) int { return len(p.bullets) })
	c.went = map[int]string{}
	all := []RoundChange{}
	for n, bullets := range went {
		if _, there := came[n]; there {
			continue
		}
		if c.went[n] = Went; n < newest {
			c.went[n] = Pruned
		}
		all = append(all, RoundChange{Round: n, Change: c.went[n], Bullets: bullets})
	}
	for n, bullets := range came {
		if _, there := went[n]; !there {
			all = append(all, RoundChange{Round: n, Change: Came, Bullets: bullets})
		}
	}
	slices.SortFunc(all, func(x, y RoundChange) int { return x.Round - y.Round })
	return all
}

func (c *comparer) sections() []SectionChange {
	all := []SectionChange{}
	for _, b := range c.b.places {
		if s := c.section(b.twin, b); s.changed() || s.Change != Changed && !b.title {
			all = append(all, s)
		}
	}
	for _, a := range c.a.places {
		if s := c.section(a, nil); a.twin == nil && (s.changed() || !a.title) {
			all = append(all, s)
		}
	}
	return all
}

// section returns what differs between a and b, the same place; one of them may be nil.
func (c *comparer) section(a, b *place) SectionChange {
	was, is := cmp.Or(a, &place{}), cmp.Or(b, &place{})
	s := SectionChange{
		Section: cmp.Or(is.label, was.label), Change: Changed, Added: is.leftover(), Gone: was.leftover(),
		Reworded: append([]Rewording{}, c.reworded[b]...), Moved: append([]Move{}, c.moved[b]...),
		Text: was.text != is.text,
	}
	switch {
	case a == nil:
		s.Change, s.Under = Came, b.parent != nil && b.parent.twin == nil
	case b == nil:
		s.Change, s.Under = cmp.Or(c.went[a.round()], Went), a.parent != nil && a.parent.twin == nil
	}
	return s
}
