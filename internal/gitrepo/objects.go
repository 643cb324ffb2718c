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

// objects reads objects through one "git cat-file --batch" process, which is started for the
// first object and reads one at a time. It is started again only if it has died. It is safe for
// concurrent use.
type objects struct {
	git git

	mu     sync.Mutex
	closed bool
	batch  *batch           // nil while no process runs
	sizes  map[string]int64 // of the objects that were met, in bytes
}

// batch is the running process.
type batch struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	pipe   io.Closer    // what out reads from
	stderr bytes.Buffer // to be read after the process has ended
}

// errMissing means that no object has a name.
var errMissing = errors.New("no such object")

func newObjects(g git) *objects { return &objects{git: g, sizes: map[string]int64{}} }

// read returns the contents of the blob id, a new slice for each call, and its size. A blob of more
// than limit bytes has only a size. A missing blob is an [ErrPartial] in a partial clone, and an
// [ErrDamaged] in another repository.
func (o *objects) read(id string, limit int64) (contents []byte, size int64, err error) {
	o.mu.Lock()
	size, known := o.sizes[id]
	o.mu.Unlock()
	if known && size > limit {
		return nil, size, nil
	}
	err = o.ask(id, func(h header, r io.Reader) error {
		if size = h.size; size > limit {
			return discard(h, r)
		}
		contents = make([]byte, size)
		_, err := io.ReadFull(r, contents)
		return err
	})
	if !errors.Is(err, errMissing) && !unfetched(err) {
		return contents, size, err
	}
	err = ErrDamaged
	if o.git.partial() {
		err = ErrPartial
	}
	return nil, 0, fmt.Errorf("object %s: %w", id, err)
}

// commit returns the full id of the commit that rev names. The error is [ErrNoCommit] if there
// is no such commit.
func (o *objects) commit(rev string) (id string, err error) {
	if strings.ContainsAny(rev, "\n\x00") || rev == "" {
		return "", fmt.Errorf("revision %q: %w", rev, ErrNoCommit)
	}
	err = o.ask(rev+"^{commit}", func(h header, r io.Reader) error {
		id = h.id
		return discard(h, r)
	})
	if errors.Is(err, errMissing) {
		err = ErrNoCommit
	}
	if err != nil {
		return "", fmt.Errorf("revision %q: %w", rev, err)
	}
	return id, nil
}

func discard(h header, r io.Reader) error {
	_, err := io.CopyN(io.Discard, r, h.size)
	return err
}

// ask requests the object called name, which has no line feed. take must read as many bytes as
// the header has for its size.
func (o *objects) ask(name string, take func(header, io.Reader) error) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return fs.ErrClosed
	}
	if o.batch == nil {
		b, err := o.git.startBatch()
		if err != nil {
			return err
		}
		o.batch = b
	}
	late := time.AfterFunc(o.git.patience, o.batch.kill)
	h, err := o.batch.ask(name, take)
	if err != nil && !late.Stop() {
		err = errNoAnswer
	}
	if err == nil {
		late.Stop()
		o.sizes[h.id] = h.size
	}
	if err == nil || errors.Is(err, errMissing) || errors.Is(err, errAmbiguous) {
		return err
	}
	stderr, _ := o.batch.end()
	o.batch = nil
	return o.git.failure("cat-file", stderr, err)
}

// close ends the process. If ctx has ended, so has the process, and its error is ignored.
func (o *objects) close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	b := o.batch
	o.closed, o.batch = true, nil
	if b == nil {
		return nil
	}
	stderr, err := b.end()
	if err == nil || o.git.ctx.Err() != nil {
		return nil
	}
	return o.git.failure("cat-file", stderr, err)
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

// end ends the process, waits for it, and returns its error.
func (b *batch) end() (stderr string, err error) {
	b.in.Close()
	b.pipe.Close() // or it would wait for ever to be rid of an object that nobody reads to the end
	err = b.cmd.Wait()
	return b.stderr.String(), err
}

// kill ends the process at once: who reads from it gets no more.
func (b *batch) kill() { _ = b.cmd.Process.Kill() }

func (b *batch) ask(name string, take func(header, io.Reader) error) (header, error) {
	if _, err := io.WriteString(b.in, name+"\n"); err != nil {
		return header{}, err
	}
	line, err := b.out.ReadString('\n')
	if err != nil {
		return header{}, err
	}
	h, err := parseHeader(strings.TrimSuffix(line, "\n"))
	if err != nil {
		return h, err
	}
	if err := take(h, b.out); err != nil {
		return h, err
	}
	_, err = b.out.Discard(1) // the line feed after the contents
	return h, err
}

// header is the line that cat-file prints before an object.
type header struct {
	id   string
	size int64 // bytes
}

// errAmbiguous means that a short id is the beginning of several ids.
var errAmbiguous = errors.New("ambiguous")

// parseHeader reads "ID TYPE SIZE", or the name that was requested and its problem.
func parseHeader(line string) (header, error) {
	if strings.HasSuffix(line, " missing") {
		return header{}, errMissing
	}
	if strings.HasSuffix(line, " ambiguous") {
		return header{}, errAmbiguous
	}
	fields := strings.Split(line, " ")
	if len(fields) == 3 {
		size, err := strconv.ParseInt(fields[2], 10, 64)
		if err == nil && size >= 0 {
			return header{fields[0], size}, nil
		}
	}
	return header{}, fmt.Errorf("want an id, a type and a size, found %q", line)
}
