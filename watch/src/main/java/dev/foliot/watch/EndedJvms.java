package dev.foliot.watch;

import dev.foliot.store.watch.WatchRecord;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Bounds what is kept of JVMs that have ended: by their age, and all together by the size that one
 * living JVM may have. One thread.
 */
final class EndedJvms {
  private final Path folder;
  private final WatchPlan plan;

  /** Of a watch's folder. */
  EndedJvms(Path folder, WatchPlan plan) {
    this.folder = folder;
    this.plan = plan;
  }

  /**
   * Removes the folders of those that are too old or too many.
   *
   * @param jvms all
   * @param nowMs in milliseconds since 1970
   * @return those that are still kept, in their order
   */
  List<WatchRecord.Jvm> pruned(List<WatchRecord.Jvm> jvms, long nowMs) {
    List<Ended> ended = new ArrayList<>();
    for (WatchRecord.Jvm jvm : jvms) {
      Long toMs = jvm.toMs();
      if (toMs != null) {
        ended.add(new Ended(jvm, toMs));
      }
    }
    ended.sort(Comparator.comparingLong(Ended::toMs).reversed());
    Set<String> removed = new HashSet<>();
    long bytes = 0;
    for (Ended one : ended) {
      Path of = folder.resolve(one.jvm().folder());
      bytes += bytes(of);
      boolean isOld = nowMs - one.toMs() > plan.keepFor().toMillis();
      if ((isOld || bytes > plan.keepBytes()) && isRemoved(of)) {
        removed.add(one.jvm().folder());
      }
    }
    return jvms.stream().filter(jvm -> !removed.contains(jvm.folder())).toList();
  }

  /** A JVM and when it ended. */
  private record Ended(WatchRecord.Jvm jvm, long toMs) {}

  private static long bytes(Path of) {
    long bytes = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(of)) {
      for (Path file : files) {
        bytes += Files.size(file);
      }
    } catch (IOException e) {
      // what is gone takes no room
      return bytes;
    }
    return bytes;
  }

  /** False where it has to be tried again. */
  private static boolean isRemoved(Path of) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(of)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
    try {
      Files.deleteIfExists(of);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
