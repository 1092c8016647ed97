package dev.foliot.linux.proc;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The TCP ports of a process's network namespace, from /proc/PID/net/tcp and tcp6 (proc_net(5)).
 * Immutable.
 *
 * <p>A connection whose local port is listened on was opened by its other side.
 *
 * @param accepted remote ports of connections that the other side opened
 * @param opened remote ports of connections that this side opened
 */
public record TcpPorts(Set<Integer> accepted, Set<Integer> opened) {
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final String LISTENS = "0A";
  private static final int HEX = 16;

  /** Keeps copies. */
  public TcpPorts {
    accepted = Set.copyOf(accepted);
    opened = Set.copyOf(opened);
  }

  /** Reads them for process {@code pid} from the kernel below {@code root}, usually "/". */
  public static Reading<TcpPorts> of(Path root, long pid) {
    return KernelFiles.attempt(
        root,
        files -> {
          List<String[]> rows = new ArrayList<>();
          add(rows, files.text("proc/" + pid + "/net/tcp", "see whether the process still lives"));
          // absent without IPv6
          files.textIfPresent("proc/" + pid + "/net/tcp6").ifPresent(text -> add(rows, text));
          return of(rows);
        });
  }

  private static void add(List<String[]> rows, KernelText text) {
    for (String line : text.lines().subList(1, text.lines().size())) {
      String[] words = KernelText.BLANKS.split(line.strip(), STATE + 2);
      if (words.length > STATE) {
        rows.add(words);
      }
    }
  }

  private static TcpPorts of(List<String[]> rows) {
    Set<Integer> listening = new HashSet<>();
    for (String[] row : rows) {
      if (row[STATE].equals(LISTENS)) {
        listening.add(port(row[LOCAL]));
      }
    }
    Set<Integer> accepted = new HashSet<>();
    Set<Integer> opened = new HashSet<>();
    for (String[] row : rows) {
      int remote = port(row[REMOTE]);
      if (remote > 0) {
        (listening.contains(port(row[LOCAL])) ? accepted : opened).add(remote);
      }
    }
    return new TcpPorts(accepted, opened);
  }

  /** Of {@code 0100007F:1F90}; -1 for anything else. */
  private static int port(String address) {
    String hex = address.substring(address.lastIndexOf(':') + 1);
    return hex.matches("[0-9A-Fa-f]{4}") ? Integer.parseInt(hex, HEX) : -1;
  }

  /** These and those of another moment. */
  public TcpPorts and(TcpPorts other) {
    Set<Integer> bothAccepted = new HashSet<>(accepted);
    bothAccepted.addAll(other.accepted);
    Set<Integer> bothOpened = new HashSet<>(opened);
    bothOpened.addAll(other.opened);
    return new TcpPorts(bothAccepted, bothOpened);
  }
}
