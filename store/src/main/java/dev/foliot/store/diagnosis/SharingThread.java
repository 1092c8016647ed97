package dev.foliot.store.diagnosis;

import java.util.Objects;

/**
 * A thread that accesses a shared line.
 *
 * @param tid the kernel's number
 * @param name the kernel's name for it, at most 15 bytes
 */
public record SharingThread(long tid, String name) {
  /** Checks that nothing is missing. */
  public SharingThread {
    Objects.requireNonNull(name, "name");
  }
}
