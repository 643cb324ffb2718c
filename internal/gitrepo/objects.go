package gitrepo

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// objects reads objects through one "git cat-file --batch" process, one at a time. It starts the
// process for the first object, and again only if the process has died. It is safe for concurrent
// use.
type objects struct {
	git git

	mu     sync.Mutex
	closed bool
	batch  *batch // nil if no process runs
}

type batch struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	pipe   io.Closer    // source of out
	stderr bytes.Buffer // read only after the end of the process
}

var errMissing = errors.New("no such object")

// read returns the contents of the blob id in a new slice, and its size in bytes. For a blob of
// more than limit bytes it returns only the size. If the blob is missing, the error is [ErrPartial]
// in a partial clone and otherwise [ErrDamaged].
func (o *objects) read(id string, limit int64) (contents []byte, size int64, err error) {
	found, err := o.ask(id, limit)
	if !errors.Is(err, errMissing) && !unfetched(err) {
		return found.contents, found.size, err
	}
	err = ErrDamaged
	if o.git.partial() {
		err = ErrPartial
	}
	return nil, 0, fmt.Errorf("object %s: %w", id, err)
}

// commit returns the full id of the commit that rev names. Without such a commit, the error is
// [ErrNoCommit].
func (o *objects) commit(rev string) (id string, err error) {
	if strings.ContainsAny(rev, "\n\x00") || rev == "" {
		return "", fmt.Errorf("revision %q: %w", rev, ErrNoCommit)
	}
	found := o.commits([]string{rev})[0]
	return found.id, found.err
}

// commits looks up several revisions as commit does. Each name may have up to 64 bytes.
func (o *objects) commits(revs []string) []answer {
	var names []string
	for _, rev := range revs {
		names = append(names, rev+"^{commit}")
	}
	answers := o.askAll(names, -1)
	for i := range answers {
		a := &answers[i]
		if errors.Is(a.err, errMissing) {
			a.err = ErrNoCommit
		}
		if a.err != nil {
			a.err = fmt.Errorf("revision %q: %w", revs[i], a.err)
		}
	}
	return answers
}

type answer struct {
	object
	err error
}

// ask requests the object called name, which must not contain a line feed. It reads the contents if
// they have at most limit bytes.
func (o *objects) ask(name string, limit int64) (object, error) {
	found := o.askAll([]string{name}, limit)[0]
	return found.object, found.err
}

// namesAtOnce is the number of short names that are requested before the first answer is read:
// enough to keep both processes busy, and few enough to fit into a pipe.
const namesAtOnce = 50

// askAll requests several objects as ask does. Each name may have up to 80 bytes.
func (o *objects) askAll(names []string, limit int64) (all []answer) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(all) < len(names) {
		rest := names[len(all):]
		all = append(all, o.askSome(rest[:min(len(rest), namesAtOnce)], limit)...)
	}
	return all
}

// askSome returns the answers for at least the first name. If the process dies, the list ends, and
// the caller asks for the other names again.
func (o *objects) askSome(names []string, limit int64) (all []answer) {
	if err := o.start(); err != nil {
		return []answer{{err: err}}
	}
	err := o.batch.request(names)
	for range names {
		found, fault := o.answer(limit, err)
		all = append(all, answer{found, fault})
		if o.batch == nil {
			break
		}
	}
	return all
}

func (o *objects) start() (err error) {
	switch {
	case o.closed:
		return fs.ErrClosed
	case o.batch == nil:
		o.batch, err = o.git.startBatch()
	}
	return err
}

// answer returns the next object, with its contents if they have at most limit bytes. It ends the
// process if err is not nil or the answer takes too long.
func (o *objects) answer(limit int64, err error) (found object, _ error) {
	late := time.AfterFunc(o.git.patience, func() { _ = o.batch.cmd.Process.Kill() })
	if err == nil {
		found, err = o.batch.answer(limit)
	}
	inTime := late.Stop()
	switch {
	case err == nil:
		return found, nil
	case errors.Is(err, errMissing) || errors.Is(err, errAmbiguous):
		return found, err
	case !inTime:
		err = errNoAnswer
	}
	stderr := o.batch.end()
	o.batch = nil
	return found, o.git.failure("cat-file", stderr, err)
}

func (o *objects) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.batch != nil {
		o.batch.end()
	}
	o.closed, o.batch = true, nil
}

func (g git) startBatch() (*batch, error) {
	b := &batch{cmd: g.command("cat-file", "--batch")}
	in, err := b.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	b.in, b.pipe, b.out, b.cmd.Stderr = in, out, bufio.NewReaderSize(out, 32<<10), &b.stderr
	if err := b.cmd.Start(); err != nil {
		return nil, g.failure("cat-file", "", err)
	}
	return b, nil
}

func (b *batch) end() (stderr string) {
	b.in.Close()
	b.pipe.Close() // otherwise the process could block while it writes an object that nobody reads
	_ = b.cmd.Wait()
	return b.stderr.String()
}

// request requests the named objects. The process answers in the same order.
func (b *batch) request(names []string) error {
	_, err := io.WriteString(b.in, strings.Join(names, "\n")+"\n")
	return err
}

func (b *batch) answer(limit int64) (found object, err error) {
	line, err := b.out.ReadString('\n')
	if err != nil {
		return found, err
	}
	if found, err = parseHeader(strings.TrimSuffix(line, "\n")); err != nil {
		return found, err
	}
	if found.size <= limit {
		found.contents = make([]byte, found.size)
		if _, err := io.ReadFull(b.out, found.contents); err != nil {
			return found, err
		}
	}
	_, err = io.CopyN(io.Discard, b.out, found.size-int64(len(found.contents))+1) // with the line feed
	return found, err
}

// object is a stored object. A large one has no contents here.
type object struct {
	id       string
	size     int64 // in bytes
	contents []byte
}

// errAmbiguous means that an abbreviated id matches several ids.
var errAmbiguous = errors.New("ambiguous")

// parseHeader parses the line that cat-file prints before an object: "ID TYPE SIZE", or the
// requested name and its problem.
func parseHeader(line string) (object, error) {
	if strings.HasSuffix(line, " missing") {
		return object{}, errMissing
	}
	if strings.HasSuffix(line, " ambiguous") {
		return object{}, errAmbiguous
	}
	fields := strings.Split(line, " ")
	if len(fields) == 3 {
		size, err := strconv.ParseInt(fields[2], 10, 64)
		if err == nil && size >= 0 {
			return object{id: fields[0], size: size}, nil
		}
	}
	return object{}, fmt.Errorf("expected an id, a type and a size, found %q", line)
}
