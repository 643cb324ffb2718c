package tokens

// short is the maximum length of a piece that is merged without a queue, in bytes. Almost all
// pieces are short.
const short = 64

// A merger splits pieces into tokens by byte-pair encoding: until no pair is a token, it joins the
// pair with the lowest rank, the leftmost first.
type merger struct {
	vocab *vocabulary
	count int
	known *known // may be nil
	long  chain  // reused
}

// add counts the tokens of piece, which must not be empty.
func (m *merger) add(piece string) {
	if m.known == nil || len(piece) > knownBytes {
		m.count += m.merge(piece)
		return
	}
	at, low, high := slot(piece)
	k := &m.known[at]
	if k.low != low || k.high&(1<<countShift-1) != high {
		n := m.merge(piece)
		k.low, k.high = low, high|uint64(n)<<countShift
	}
	m.count += int(k.high >> countShift)
}

// merge returns the number of tokens of piece.
func (m *merger) merge(piece string) int {
	if m.vocab.rank(piece) != noRank {
		return 1
	}
	if len(piece) > short {
		return m.long.merge(m.vocab, piece)
	}
	var starts [short + 1]uint8
	return m.vocab.mergeShort(piece, &starts)
}

// mergeShort compares all pairs in each step. It allocates no memory, but takes quadratic time. It
// returns the number of tokens, and writes their starts and the end.
func (v *vocabulary) mergeShort(piece string, starts *[short + 1]uint8) (n int) {
	var ranks [short + 1]uint32 // of part i and the next one
	n = len(piece)
	for i := range n {
		starts[i] = uint8(i)
		ranks[i] = noRank
		if i+1 < n {
			ranks[i] = v.rank(piece[i : i+2])
		}
	}
	starts[n] = uint8(n)
	rank := func(i int) uint32 {
		if i+2 > n {
			return noRank
		}
		return v.rank(piece[starts[i]:starts[i+2]])
	}
	for {
		i := lowest(ranks[:n])
		if ranks[i] == noRank {
			return n
		}
		copy(starts[i+1:n], starts[i+2:n+1])
		copy(ranks[i+1:n-1], ranks[i+2:n])
		n--
		ranks[i] = rank(i)
		if i > 0 {
			ranks[i-1] = rank(i - 1)
		}
	}
}

func lowest(ranks []uint32) int {
	at := 0
	for i, rank := range ranks {
		if rank < ranks[at] {
			at = i
		}
	}
	return at
}

// A chain merges a long piece in n log n time, with memory for the pairs. The number of a part is
// its offset.
type chain struct {
	next  []int32  // part after i; the length of the piece at the end
	prev  []int32  // part before i; -1 at the start
	ranks []uint32 // of part i and the next one; noRank if no part starts at i
	queue queue    // pairs; a pair whose rank differs from ranks is obsolete
}

// merge returns the number of tokens of piece. Afterwards, next has their ends.
func (c *chain) merge(vocab *vocabulary, piece string) (n int) {
	c.reset(vocab, piece)
	n = len(piece)
	for len(c.queue.heap) > 0 {
		rank, i := c.queue.pop()
		if c.ranks[i] != rank {
			continue
		}
		n--
		gone := c.next[i]
		after := c.next[gone]
		c.ranks[gone] = noRank
		c.next[i] = after
		if int(after) < len(piece) {
			c.prev[after] = i
		}
		if before := c.prev[i]; before >= 0 {
			c.join(vocab, piece, before)
		}
		c.join(vocab, piece, i)
	}
	return n
}

func (c *chain) reset(vocab *vocabulary, piece string) {
	n := len(piece)
	if cap(c.next) < n {
		c.next, c.prev, c.ranks = make([]int32, n), make([]int32, n), make([]uint32, n)
		c.queue.heap = make([]uint64, 0, n)
	}
	c.next, c.prev, c.ranks = c.next[:n], c.prev[:n], c.ranks[:n]
	for i := range n {
		c.next[i], c.prev[i] = int32(i+1), int32(i-1)
	}
	for i := range n {
		c.join(vocab, piece, int32(i))
	}
}

// join updates the rank of part i and the next one.
func (c *chain) join(vocab *vocabulary, piece string, i int32) {
	c.ranks[i] = noRank
	middle := int(c.next[i])
	if middle == len(piece) {
		return
	}
	if rank := vocab.rank(piece[i:c.next[middle]]); rank != noRank {
		c.ranks[i] = rank
		c.queue.push(rank, i)
	}
}
