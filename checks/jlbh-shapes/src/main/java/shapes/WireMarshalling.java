package shapes;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.wire.SelfDescribingMarshallable;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/** An object is written to a binary wire and read again, with a probe for each. */
public final class WireMarshalling implements JLBHTask {
  /** What is written. */
  public static final class Data extends SelfDescribingMarshallable {
    int smallInt;
    long longInt;
    double price;
    boolean flag;
    String text;
  }

  private final Wire wire = WireType.BINARY_LIGHT.apply(Bytes.allocateElasticDirect(256));
  private final Data from = new Data();
  private final Data to = new Data();
  private JLBH jlbh;
  private NanoSampler write;
  private NanoSampler read;

  public static void main(String[] args) {
    JLBHOptions options =
        new JLBHOptions()
            .warmUpIterations(50_000)
            .iterations(100_000)
            .throughput(50_000)
            .runs(3)
            .recordOSJitter(false)
            .accountForCoordinatedOmission(false)
            .jlbhTask(new WireMarshalling());
    new JLBH(options).start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    write = jlbh.addProbe("write");
    read = jlbh.addProbe("read");
    from.smallInt = 123;
    from.longInt = 1_234_567_890;
    from.price = 1234.5;
    from.flag = true;
    from.text = "Hello World!";
  }

  @Override
  public void run(long startTimeNS) {
    wire.clear();
    from.writeMarshallable(wire);
    long writtenNs = System.nanoTime();
    write.sampleNanos(writtenNs - startTimeNS);
    to.readMarshallable(wire);
    long nowNs = System.nanoTime();
    read.sampleNanos(nowNs - writtenNs);
    jlbh.sample(nowNs - startTimeNS);
  }
}
