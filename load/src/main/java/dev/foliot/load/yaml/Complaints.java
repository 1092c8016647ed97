package dev.foliot.load.yaml;

import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The errors of a file. For one thread. */
public final class Complaints {
  private static final int MOST = 50;
  private static final int LONGEST = 500;

  private final String file;
  private final List<Complaint> all = new ArrayList<>();

  private record Complaint(int line, String text) {}

  /**
   * @param file its name
   */
  public Complaints(String file) {
    this.file = Shown.text(file, LONGEST);
  }

  /**
   * Adds an error.
   *
   * @param line from 1; 0 for the complete file
   * @param text the error and the fix
   */
  public void add(int line, String text) {
    Complaint complaint = new Complaint(line, Shown.text(text, LONGEST));
    // a value used twice is read twice
    if (!all.contains(complaint)) {
      all.add(complaint);
    }
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /**
   * Throws if there was an error.
   *
   * @throws YamlException with all errors
   */
  public void throwIfAny() {
    if (all.isEmpty()) {
      return;
    }
    List<String> lines =
        new ArrayList<>(
            all.stream()
                .sorted(Comparator.comparingInt(Complaint::line))
                .limit(MOST)
                .map(one -> file + (one.line == 0 ? "" : ":" + one.line) + ": " + one.text)
                .toList());
    if (all.size() > MOST) {
      lines.add(file + ": and " + (all.size() - MOST) + " more; mend these first");
    }
    throw new YamlException(lines);
  }
}
