package shapes;

import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.map.ChronicleMap;

/** Entries are put into a Chronicle Map and got again. */
public final class MapGetPut implements JLBHTask {
  private static final int KEYS = 10_000;

  private final byte[] value = new byte[64];
  private byte[] got = new byte[64];
  private JLBH jlbh;
  private NanoSampler put;
  private NanoSampler get;
  private ChronicleMap<Long, byte[]> map;
  private long key;

  public static void main(String[] args) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(30_000)
                .iterations(40_000)
                .throughput(20_000)
                .runs(3)
                .recordOSJitter(false)
                .jlbhTask(new MapGetPut()))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    put = jlbh.addProbe("put");
    get = jlbh.addProbe("get");
    map =
        ChronicleMap.of(Long.class, byte[].class)
            .name("shapes")
            .constantValueSizeBySample(value)
            .entries(2 * KEYS)
            .create();
  }

  @Override
  public void run(long startTimeNS) {
    key = (key + 7919) % KEYS;
    long beganNs = System.nanoTime();
    map.put(key, value);
    long putNs = System.nanoTime();
    put.sampleNanos(putNs - beganNs);
    got = map.getUsing(key, got);
    long nowNs = System.nanoTime();
    get.sampleNanos(nowNs - putNs);
    jlbh.sample(nowNs - startTimeNS);
  }

  @Override
  public void complete() {
    map.close();
  }
}
