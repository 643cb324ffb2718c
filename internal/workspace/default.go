package workspace

// These functions are the methods of the zero [Finder] of the same names: they find the
// checkpoints of the protocols of mdck, and no files of formats.

func Detect(file string) (Target, bool)               { return Finder{}.Detect(file) }
func Unsaved(name string) (Target, bool, error)       { return Finder{}.Unsaved(name) }
func As(file, protocol string) (Target, error)        { return Finder{}.As(file, protocol) }
func Protocols() []string                             { return Finder{}.Protocols() }
func Named(name string) ([]Target, error)             { return Finder{}.Named(name) }
func Below(dir string) ([]Target, error)              { return Finder{}.Below(dir) }
func Here(dir string) ([]Target, error)               { return Finder{}.Here(dir) }
func ByID(dir, id string) ([]Target, error)           { return Finder{}.ByID(dir, id) }
func Near(dir string, names int) ([]Target, bool)     { return Finder{}.Near(dir, names) }
func NearHere(dir string, names int) ([]Target, bool) { return Finder{}.NearHere(dir, names) }
func Start(dir string) string                         { return Finder{}.Start(dir) }
func IsStart(dir string) bool                         { return Finder{}.IsStart(dir) }
