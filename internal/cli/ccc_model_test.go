package cli

import "slices"

// sessionLists is the model: what a progress file should have.
type sessionLists struct {
	completed, remaining []string
	current, status      string // may be ""
	decisions, learnings []string
	blockers             [][2]string // blocker and the condition that ends it
	prompt               string
}

func (l *sessionLists) take(task string) int {
	i := slices.Index(l.remaining, task)
	if i >= 0 {
		l.remaining = slices.Delete(slices.Clone(l.remaining), i, i+1)
	}
	return i
}

func (l *sessionLists) done(task string) {
	l.take(task)
	if l.current == task {
		l.current, l.status = "", ""
	}
	l.completed = with(l.completed, task)
}

func (l *sessionLists) begin(task, status string) {
	at := l.take(task)
	if l.current == task {
		if status != "" {
			l.status = status
		}
		return
	}
	if old := l.current; old != "" && !slices.Contains(l.completed, old) && !slices.Contains(l.remaining, old) {
		l.remaining = slices.Insert(slices.Clone(l.remaining), max(at, 0), old)
	}
	l.current, l.status = task, status
}

func (l *sessionLists) next(tasks []string) {
	for _, t := range tasks {
		if l.current != t && !slices.Contains(l.completed, t) {
			l.remaining = with(l.remaining, t)
		}
	}
}

func (l *sessionLists) block(what, until string) {
	l.blockers = slices.Clone(l.blockers)
	for i := range l.blockers {
		if l.blockers[i][0] == what {
			l.blockers[i][1] = until
			return
		}
	}
	l.blockers = append(l.blockers, [2]string{what, until})
}

func (l *sessionLists) unblock(what string) {
	l.blockers = slices.DeleteFunc(slices.Clone(l.blockers), func(b [2]string) bool { return b[0] == what })
}

func with(all []string, text string) []string {
	if slices.Contains(all, text) {
		return all
	}
	return append(slices.Clone(all), text)
}
