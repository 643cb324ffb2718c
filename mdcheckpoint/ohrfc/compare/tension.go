package compare

// TensionChanges are what became of tensions: those under Active Tensions of
// DISCOVER Exit, and what Active Tensions Updated says of any.
type TensionChanges struct {
	Resolved    []TensionChange `json:"resolved"` // its update is new in B
	Intensified []TensionChange `json:"intensified"`
	New         []TensionChange `json:"new"`     // new in DISCOVER Exit of B, or by an update
	Dropped     []TensionChange `json:"dropped"` // gone but not with a round that was pruned, and B resolves nothing like it
}

// A TensionChange is one tension.
type TensionChange struct {
	Text    string `json:"text"`    // without the label
	Label   string `json:"-"`       // one of the labels of [ohrfc.TensionLabel]; "" in DISCOVER Exit
	Section string `json:"section"` // title of the group: of B; of A for one that was dropped
	// Was is, for one that is resolved or intensified, the tension of A that is most like it,
	// and Now, for one that was dropped, that of B; nil if none is.
	Was *Tension `json:"was,omitempty"`
	Now *Tension `json:"now,omitempty"`
	// Instead is true if this one is in place of Was, which is gone.
	Instead bool `json:"-"`
}

// A Tension is a tension of one version.
type Tension struct {
	Text    string `json:"text"`    // without the label
	Label   string `json:"label"`   // one of the labels of [ohrfc.TensionLabel]; "" in DISCOVER Exit
	Section string `json:"section"` // title of the group
}

// sameTension is how much alike two tensions are, at least, that are taken for
// the same: less than a rewording, as updates name a tension in a few words.
const sameTension = 0.3

// tensions takes the bullets about tensions out of those that came and went.
func (c *comparer) tensions() {
	was, is := c.a.tensions(), c.b.tensions()
	readWords(was, is)
	t, search := &c.result.Tensions, len(was)*len(is) <= maxPairs
	t.Resolved, t.Intensified, t.New, t.Dropped = []TensionChange{}, []TensionChange{}, []TensionChange{}, []TensionChange{}
	for _, y := range is {
		if y.done {
			continue
		}
		y.done = true
		change := TensionChange{Text: y.body, Label: y.label, Section: y.place.top()}
		if search && y.label != "" && y.label != "New" {
			x := nearest(y, was)
			change.Was = x.tension()
			if x != nil && !x.done && x.place.twin == y.place {
				x.done, change.Instead = true, true
			}
		}
		switch y.label {
		case "Resolved":
			t.Resolved = append(t.Resolved, change)
		case "Intensified":
			t.Intensified = append(t.Intensified, change)
		default:
			t.New = append(t.New, change)
		}
	}
	if search { // else none is called dropped, which might not be true
		t.Dropped = c.dropped(was, is)
	}
}

// dropped are the tensions that are gone and were not resolved.
func (c *comparer) dropped(was, is []*bullet) []TensionChange {
	var resolved, others []*bullet
	for _, y := range is {
		if y.label == "Resolved" {
			resolved = append(resolved, y)
		} else {
			others = append(others, y)
		}
	}
	all := []TensionChange{}
	for _, x := range was {
		if x.done || x.label == "Resolved" || c.went[x.place.round()] == Pruned || nearest(x, resolved) != nil {
			continue
		}
		x.done = true
		all = append(all, TensionChange{Text: x.body, Label: x.label, Section: x.place.top(), Now: nearest(x, others).tension()})
	}
	return all
}

// tensions are the bullets about tensions.
func (o *outline) tensions() []*bullet {
	var all []*bullet
	for _, p := range o.places {
		for _, b := range p.bullets {
			if p.kind == standing || b.label != "" {
				all = append(all, b)
			}
		}
	}
	return all
}

// nearest is the one of all that is most like b, of equals the first; nil if none
// is alike.
func nearest(b *bullet, all []*bullet) *bullet {
	var best *bullet
	like := 0.0
	for _, x := range all {
		if l := likeness(b, x); l >= sameTension && l > like {
			best, like = x, l
		}
	}
	return best
}

// tension is what b tells; nil for none.
func (b *bullet) tension() *Tension {
	if b == nil {
		return nil
	}
	return &Tension{Text: b.body, Label: b.label, Section: b.place.top()}
}
