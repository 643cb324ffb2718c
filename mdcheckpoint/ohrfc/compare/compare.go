// Package compare lists what changed in meaning between two versions of an RFC checkpoint:
// tensions, bullets, facts and budgets.
package compare

import (
	"cmp"
	"sort"

	"mdck/mdcheckpoint/ohrfc"
)

// A Comparison lists the differences in meaning between an earlier version A and a later version B.
// No list is nil.
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
	Pruned  = "pruned" // only A has the round, because B has a newer one
)

// A RoundChange is a Gate-B round that only A or only B has.
type RoundChange struct {
	Round   int    `json:"round"`
	Change  string `json:"change"`
	Bullets int    `json:"bullets"` // bullets of a new round, or bullets lost with a removed one
}

// A SectionChange is the difference directly under one heading, or before the first.
type SectionChange struct {
	Section string `json:"section"` // titles from level 2 on, separated by " / "
	Change  string `json:"change"`
	Under   bool   `json:"-"`

	Added    []string    `json:"added"`
	Gone     []string    `json:"gone"`
	Reworded []Rewording `json:"reworded"`
	Moved    []Move      `json:"moved"` // bullets that A has in another section
	Text     bool        `json:"text"`  // text other than bullets differs, comments included
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

// Checkpoints returns the differences in meaning between a and b. It does not search for rewordings
// in very large checkpoints.
func Checkpoints(a, b *ohrfc.Checkpoint) *Comparison {
	c := &comparer{after: b}
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
	after    *ohrfc.Checkpoint
	a, b     *outline
	reworded map[*place][]Rewording
	moved    map[*place][]Move
	went     map[int]string // number of a round that only a has -> Went or Pruned
	result   Comparison
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
	sort.SliceStable(all, func(i, j int) bool { return all[i].Round < all[j].Round })
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
