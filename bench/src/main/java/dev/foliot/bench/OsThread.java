package dev.foliot.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the kernel's id of the calling thread, where Java offers it without native code. */
final class OsThread {
  /** No id is known. */
  static final long UNKNOWN = -1;

  private OsThread() {}

  /** The kernel's id of the calling platform thread on Linux, else {@link #UNKNOWN}. */
  static long currentId() {
    try {
      Path link = Files.readSymbolicLink(Path.of("/proc/thread-self"));
      return Long.parseLong(String.valueOf(link.getFileName()));
    } catch (IOException | RuntimeException e) {
      return UNKNOWN;
    }
  }
}
