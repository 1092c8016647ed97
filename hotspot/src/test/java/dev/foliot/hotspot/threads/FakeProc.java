package dev.foliot.hotspot.threads;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Process 7 of a kernel made of files. */
public final class FakeProc {
  private final Path root;

  public FakeProc(Path root) {
    this.root = root;
  }

  public FakeProc file(String path, String text) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.resolve("..").normalize());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  public FakeProc thread(int tid, String name, long voluntary, long involuntary, String sched) {
    String task = "proc/7/task/" + tid;
    return file(
            task + "/status",
            "Name:\t"
                + name
                + "\nCpus_allowed_list:\t0-1\nvoluntary_ctxt_switches:\t"
                + voluntary
                + "\nnonvoluntary_ctxt_switches:\t"
                + involuntary
                + "\n")
        .file(task + "/schedstat", sched + "\n");
  }

  FakeProc moves(int tid, long count) {
    return file(
        "proc/7/task/" + tid + "/sched",
        "x (" + tid + ", #threads: 2)\nse.nr_migrations : " + count);
  }

  FakeProc runsOn(int tid, int cpu) {
    return file(
        "proc/7/task/" + tid + "/stat", tid + " (x) S 1" + " 0".repeat(34) + " " + cpu + " 0 0\n");
  }

  public void end(int tid) {
    Path folder = root.resolve("proc/7/task/" + tid);
    try {
      for (String name : new String[] {"status", "schedstat", "sched", "stat"}) {
        Files.deleteIfExists(folder.resolve(name));
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
