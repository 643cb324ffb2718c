package app

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"mdck/internal/lock"
)

// SignalContext returns a context that is cancelled by the signals that end the process.
func SignalContext() (context.Context, func()) {
	return signal.NotifyContext(context.Background(), lock.NotIgnored(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)...)
}
