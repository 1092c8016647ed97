package dev.foliot.linux;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A platform thread of a test, with the id that the kernel knows it by. */
public record LiveThread(long pid, long tid, CompletableFuture<Void> end) {

  public interface Work {
    void run(LiveThread self) throws Exception;
  }

  /** Starts it, and waits until its id is known. */
  public static LiveThread start(String name, Work work) throws Exception {
    CompletableFuture<LiveThread> started = new CompletableFuture<>();
    CompletableFuture<Void> end = new CompletableFuture<>();
    Thread.ofPlatform()
        .name(name)
        .daemon()
        .start(() -> {
          try {
            LiveThread self = self(end);
            started.complete(self);
            work.run(self);
            end.complete(null);
          } catch (Throwable e) {
            started.completeExceptionally(e);
            end.completeExceptionally(e);
          }
        });
    return started.get();
  }

  /** The link /proc/thread-self leads to PID/task/TID of whoever reads it. */
  private static LiveThread self(CompletableFuture<Void> end) throws Exception {
    Path own = Path.of("/proc/thread-self").toRealPath();
    long tid = Long.parseLong(String.valueOf(own.getFileName()));
    return new LiveThread(ProcessHandle.current().pid(), tid, end);
  }

  /** Waits for its end, and rethrows its exception. */
  public void join() throws Exception {
    try {
      end.get();
    } catch (ExecutionException e) {
      throw new AssertionError("in the thread", e.getCause());
    }
  }
}
