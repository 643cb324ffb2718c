package lsp

import "sync"

// maxWaiting is how many bytes of messages are read ahead: enough that what is typed
// while a text is judged is judged once, and no more than one message of any size
// besides.
const maxWaiting = 4 << 20

// A queue holds the messages that came and were not worked on yet. Who puts more into
// it than it holds waits.
type queue struct {
	mutex   sync.Mutex
	changed *sync.Cond
	all     []message
	bytes   int
	closed  bool // nobody takes any more
}

func newQueue() *queue {
	q := &queue{}
	q.changed = sync.NewCond(&q.mutex)
	return q
}

// put adds a message, as soon as there is room for it; one that is larger than all the
// room is let in alone.
func (q *queue) put(m message) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for len(q.all) > 0 && q.bytes+m.size() > maxWaiting && !q.closed {
		q.changed.Wait()
	}
	q.all, q.bytes = append(q.all, m), q.bytes+m.size()
	q.changed.Broadcast()
}

// take gives the first message. Where there is none, it waits for one, or with wait
// false gives none: ok is false.
func (q *queue) take(wait bool) (m message, ok bool) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for len(q.all) == 0 {
		if !wait {
			return m, false
		}
		q.changed.Wait()
	}
	m = q.all[0]
	q.all[0] = message{}
	q.all, q.bytes = q.all[1:], q.bytes-m.size()
	q.changed.Broadcast()
	return m, true
}

// cancel marks the requests with that id.
func (q *queue) cancel(id string) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for i := range q.all {
		if m := &q.all[i]; m.id != nil && string(m.id) == id {
			m.cancelled = true
		}
	}
}

// close lets go of those who wait to put something.
func (q *queue) close() {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.closed = true
	q.changed.Broadcast()
}
