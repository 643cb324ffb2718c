// Package compare lists the differences in meaning between two versions of a checkpoint of the RFC
// workflow. It reports which tensions changed, which bullets were added, removed, moved or
// reworded, and which facts and budgets changed.
package compare

import (
	"cmp"
	"slices"

	"mdck/mdcheckpoint/ohrfc"
)

// A Comparison lists the differences in meaning between two versions of a checkpoint: the earlier
// version A and the later version B. White space, the order of bullets and sections, and the marks
// of lists, headings and separators have no meaning.
//
// Each bullet of A is counted exactly once. It is equal to a bullet of B, it became a Fact, it is
// in Dropped, or it is in Gone, Reworded or Moved of one section. The same is true of each bullet
// of B, with Resolved, Intensified, New and Added instead of Dropped and Gone. No list is nil.
type Comparison struct {
	Facts    []FactChange    `json:"meta"`
	Rounds   []RoundChange   `json:"rounds"` // by number
	Tensions TensionChanges  `json:"tensions"`
	Sections []SectionChange `json:"sections"`
}

func (c *Comparison) Differs() bool {
	t := &c.Tensions
	return len(c.Facts)+len(c.Rounds)+len(c.Sections)+len(t.Resolved)+len(t.Intensified)+len(t.New)+len(t.Dropped) > 0
}

const (
	Changed = "changed"
	Came    = "new"    // only in B
	Went    = "gone"   // only in A
	Pruned  = "pruned" // a round that only A has, although B has a newer one
)

// A RoundChange is a Gate-B round that only A or only B has.
type RoundChange struct {
	Round   int    `json:"round"`
	Change  string `json:"change"`
	Bullets int    `json:"bullets"` // of a new round, the number of all bullets; of a removed round, the number of lost bullets
}

// A SectionChange is the difference of the content directly under one heading, or before the first
// heading.
type SectionChange struct {
	Section string `json:"section"` // titles from level 2 on, separated by " / "; long titles are cut
	Change  string `json:"change"`
	Under   bool   `json:"-"`

	Added    []string    `json:"added"`
	Gone     []string    `json:"gone"`
	Reworded []Rewording `json:"reworded"`
	Moved    []Move      `json:"moved"` // bullets that are in this section of B but in another section of A
	Text     bool        `json:"text"`  // other text differs, comments included
}

func (s *SectionChange) changed() bool {
	return len(s.Added)+len(s.Gone)+len(s.Reworded)+len(s.Moved) > 0 || s.Text
}

// A Rewording is a bullet with different words in A and B.
type Rewording struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// A Move is a bullet in different sections of A and B.
type Move struct {
	Text string `json:"text"`
	From string `json:"from"`
}

// Checkpoints returns the differences in meaning between a and b. Its cost is linear in the size of
// the texts, except for the search for rewordings and related tensions. It skips that search if it
// would compare more than maxPairs pairs of bullets.
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

type comparer struct {
	before, after *ohrfc.Checkpoint
	a, b          *outline
	reworded      map[*place][]Rewording
	moved         map[*place][]Move
	went          map[int]string // Went or Pruned, by the number of a round that only a has
	result        Comparison
}

func (c *comparer) equal() {
	for _, b := range c.b.places {
		if b.twin != nil {
			pairEqual(b.twin.bullets, b.bullets, func(x, y *bullet) {})
		}
	}
}

func (c *comparer) move() {
	c.moved = map[*place][]Move{}
	pairEqual(c.a.open(), c.b.open(), func(x, y *bullet) {
		c.moved[y.place] = append(c.moved[y.place], Move{Text: y.text, From: x.place.label})
	})
}

// pairEqual calls paired for each pair of bullets with the same key, in the order of b. Bullets
// with the same key are paired in order.
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

// section returns the differences between the places a and b. One of them may be nil, if the other
// version lacks the place.
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
