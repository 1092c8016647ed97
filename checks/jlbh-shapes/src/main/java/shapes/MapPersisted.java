package shapes;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.jlbh.util.JLBHResultSerializer;
import net.openhft.chronicle.map.ChronicleMap;

/** Counters by name in a persisted Chronicle Map; the result is also written as CSV. */
public final class MapPersisted implements JLBHTask {
  private final File file;
  private final String[] names = new String[1_000];
  private JLBH jlbh;
  private ChronicleMap<CharSequence, Long> map;
  private int next;

  private MapPersisted(File file) {
    this.file = file;
  }

  public static void main(String[] args) throws IOException {
    File file = File.createTempFile("map", ".dat");
    File csv = File.createTempFile("result", ".csv");
    JLBHOptions options =
        new JLBHOptions()
            .warmUpIterations(20_000)
            .iterations(10_000)
            .throughput(10_000)
            .runs(5)
            .recordOSJitter(false)
            .jlbhTask(new MapPersisted(file));
    new JLBH(
            options,
            System.out,
            result -> {
              try {
                JLBHResultSerializer.runResultToCSV(result, csv.getPath());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .start();
    System.out.println("csv of " + csv.length() + " bytes, deleted " + csv.delete());
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    try {
      map =
          ChronicleMap.of(CharSequence.class, Long.class)
              .averageKey("counter-500")
              .entries(2_000)
              .createPersistedTo(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (int i = 0; i < names.length; i++) {
      names[i] = "counter-" + i;
    }
  }

  @Override
  public void run(long startTimeNS) {
    next = (next + 1) % names.length;
    map.merge(names[next], 1L, Long::sum);
    jlbh.sample(System.nanoTime() - startTimeNS);
  }

  @Override
  public void complete() {
    map.close();
    System.out.println("map deleted " + file.delete());
  }
}
