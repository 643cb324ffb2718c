package app

import (
	"context"
	"io"
	"testing"
	"testing/synctest"
	"time"
)

func TestWatchRests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const long = time.Second
		ctx, cancel := context.WithCancel(t.Context())
		begun, looks := time.Now(), 0
		w := Watch{Std: Streams{Out: io.Discard, Err: io.Discard}, Interval: shortestInterval, View: func() View {
			time.Sleep(long)
			if looks++; looks == 3 {
				cancel()
			}
			return View{Text: "x"}
		}}
		if err := w.Run(ctx); err != nil || looks != 3 || time.Since(begun) != 3*long+2*restFactor*long {
			t.Errorf("%d looks of %v in %v, %v", looks, long, time.Since(begun), err)
		}
	})
}
