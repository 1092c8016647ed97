package dev.foliot.cli.frame;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.text.FoliotException;

/** Reads the value of {@code --cpus}. */
public final class Cpus {
  private Cpus() {}

  /**
   * The CPUs that a user wrote.
   *
   * @throws FoliotException if that is no list of CPUs
   */
  public static CpuList parse(String text) {
    return switch (CpuList.parse(text)) {
      case Reading.Value<CpuList>(CpuList list) -> list;
      case Reading.Unavailable<CpuList> none ->
          throw FoliotException.usage("--cpus: " + none.sentence());
    };
  }
}
