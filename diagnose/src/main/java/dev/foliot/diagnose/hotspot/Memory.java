package dev.foliot.diagnose.hotspot;

import java.util.Optional;

/** The memory of a target, which may lie, change and vanish at any time. Safe for any thread. */
interface Memory {
  /** Fills {@code into} with what is at {@code address} and after; false when it cannot be. */
  boolean read(long address, byte[] into);

  /** The file that is mapped at an address, as it was called when it was mapped. */
  Optional<String> fileAt(long address);

  /** Looks again at what is mapped. */
  void renew();
}
