package dev.foliot.service.jdk;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A JDK on this machine. Immutable.
 *
 * @param home its folder
 * @param version as its release file says, or {@code unknown}
 * @param feature its feature release, 0 if unknown
 * @param implementor its vendor in the release file, any text; empty for none
 * @param current whether this process runs on it
 */
public record InstalledJdk(
    Path home, String version, int feature, String implementor, boolean current) {
  private static final int FORKS = 17;
  private static final int VIRTUAL_THREADS = 21;
  private static final int FOLIOT = 25;

  /** Whether it has virtual threads, for {@code --dispatch virtual}. */
  public boolean hasVirtualThreads() {
    return feature >= VIRTUAL_THREADS;
  }

  /** Whether forks can run on it ({@code --jdk}). */
  public boolean runsForks() {
    return feature >= FORKS;
  }

  /** Whether Foliot itself can run on it. */
  public boolean runsFoliot() {
    return feature >= FOLIOT;
  }

  /** Its uses here, in terms of the command line. */
  public List<String> uses() {
    List<String> uses = new ArrayList<>();
    if (runsFoliot()) {
      uses.add("foliot");
    }
    if (runsForks()) {
      uses.add("bench --jdk");
    }
    if (hasVirtualThreads()) {
      uses.add("bench --dispatch virtual");
    }
    return List.copyOf(uses);
  }
}
