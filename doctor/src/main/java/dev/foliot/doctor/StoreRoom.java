package dev.foliot.doctor;

import dev.foliot.linux.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tries whether a run could be stored. */
final class StoreRoom {
  private StoreRoom() {}

  /**
   * The bytes that are free for it. The attempt makes an empty file in the store, or in the folder
   * that it would be made in, and removes it.
   */
  static Reading<Long> freeBytes(Path store) {
    Path at = store.toAbsolutePath().normalize();
    while (!Files.exists(at) && at.getParent() != null) {
      at = at.getParent();
    }
    try {
      Files.delete(Files.createTempFile(at, ".foliot-doctor", null));
      return Reading.of(Files.getFileStore(at).getUsableSpace());
    } catch (IOException e) {
      return Reading.unavailable(
          at + " cannot be written: " + e.getClass().getSimpleName(),
          "name a folder that can with --store or FOLIOT_STORE");
    }
  }
}
