package shapes;

import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.MethodReader;
import net.openhft.chronicle.core.io.IOTools;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.SelfDescribingMarshallable;

/** Events go through a Chronicle Queue by a method writer and a method reader. */
public final class QueueMethods implements JLBHTask {
  /** The events. */
  public interface Orders {
    void order(Order order);
  }

  /** An event. */
  public static final class Order extends SelfDescribingMarshallable {
    long startNs;
    double price;
    int quantity;
    String symbol;
  }

  private final Path folder;
  private final Order order = new Order();
  private JLBH jlbh;
  private ChronicleQueue queue;
  private Orders writer;
  private MethodReader reader;

  private QueueMethods(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) throws Exception {
    JLBHOptions options =
        new JLBHOptions()
            .warmUpIterations(15_000)
            .iterations(20_000)
            .throughput(10_000)
            .runs(4)
            .recordOSJitter(true)
            .recordJitterGreaterThanNs(10_000)
            .accountForCoordinatedOmission(true)
            .jlbhTask(new QueueMethods(Files.createTempDirectory("queue")));
    new JLBH(options).start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    queue = SingleChronicleQueueBuilder.single(folder.toFile()).build();
    writer = queue.methodWriter(Orders.class);
    reader =
        queue
            .createTailer()
            .methodReader((Orders) read -> jlbh.sampleNanos(System.nanoTime() - read.startNs));
    order.price = 99.5;
    order.quantity = 10;
    order.symbol = "EURUSD";
  }

  @Override
  public void run(long startTimeNS) {
    order.startNs = startTimeNS;
    writer.order(order);
    if (!reader.readOne()) {
      throw new IllegalStateException("no order");
    }
  }

  @Override
  public void complete() {
    reader.close();
    queue.close();
    IOTools.deleteDirWithFiles(folder.toFile());
    jlbh.printPercentilesSummary("once more", jlbh.percentileRuns(), System.out);
  }
}
