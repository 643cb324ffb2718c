package bootstrap

const (
	HeadBytes = headBytes
	MaxClaims = maxClaims
)

func Clip(text string, limit int) string { return clip(text, limit) }

func Printable(text string) string { return printable(text) }

func (p *Part) Line(text string) string { return p.line(text) }

func (s *Sequence) Tally() string { return s.tally() }

func (s *Sequence) Body(room int, shown DisplayPath) string {
	text, _ := s.body(room, shown)
	return text
}
