package compare

// TensionChanges contains the changes of tensions.
type TensionChanges struct {
	Resolved    []TensionChange `json:"resolved"` // B has a new bullet that resolves the tension
	Intensified []TensionChange `json:"intensified"`
	New         []TensionChange `json:"new"`     // other new bullets of B
	Dropped     []TensionChange `json:"dropped"` // tensions that B lacks and no bullet resolves
}

type TensionChange struct {
	Text    string `json:"text"`    // without the label
	Label   string `json:"-"`       // of [ohrfc.TensionLabel]; "" in DISCOVER Exit
	Section string `json:"section"` // title of the group in B or, for a dropped tension, in A
	// Was is the most similar tension of A, and Now that of B. Both may be nil.
	Was *Tension `json:"was,omitempty"`
	Now *Tension `json:"now,omitempty"`
	// Instead means that B has this tension in place of Was.
	Instead bool `json:"-"`
}

// A Tension is a tension of one version.
type Tension struct {
	Text    string `json:"text"`  // without the label
	Label   string `json:"label"` // of [ohrfc.TensionLabel]; "" in DISCOVER Exit
	Section string `json:"section"`
}

// sameTension is the minimum likeness of bullets about the same tension.
const sameTension = 0.3

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
	if search { // without the search, resolved tensions would be in Dropped
		t.Dropped = c.dropped(was, is)
	}
}

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
		if x.done || x.label == "Resolved" || c.removedRounds[x.place.round()] == Pruned || nearest(x, resolved) != nil {
			continue
		}
		x.done = true
		all = append(all, TensionChange{Text: x.body, Label: x.label, Section: x.place.top(), Now: nearest(x, others).tension()})
	}
	return all
}

func (o *outline) tensions() (all []*bullet) {
	for _, p := range o.places {
		for _, b := range p.bullets {
			if p.kind == standing || b.label != "" {
				all = append(all, b)
			}
		}
	}
	return all
}

func nearest(b *bullet, all []*bullet) (best *bullet) {
	like := 0.0
	for _, x := range all {
		if l := likeness(b, x); l >= sameTension && l > like {
			best, like = x, l
		}
	}
	return best
}

func (b *bullet) tension() *Tension {
	if b == nil {
		return nil
	}
	return &Tension{Text: b.body, Label: b.label, Section: b.place.top()}
}
