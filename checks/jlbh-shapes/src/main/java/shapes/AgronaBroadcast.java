package shapes;

import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.jlbh.LatencyDistributors;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.broadcast.BroadcastBufferDescriptor;
import org.agrona.concurrent.broadcast.BroadcastReceiver;
import org.agrona.concurrent.broadcast.BroadcastTransmitter;
import org.agrona.concurrent.broadcast.CopyBroadcastReceiver;

/** One thread transmits and receives; the arrivals are uneven. */
public final class AgronaBroadcast implements JLBHTask {
  private final UnsafeBuffer buffer =
      new UnsafeBuffer(
          java.nio.ByteBuffer.allocateDirect((1 << 16) + BroadcastBufferDescriptor.TRAILER_LENGTH));
  private final BroadcastTransmitter transmitter = new BroadcastTransmitter(buffer);
  private final CopyBroadcastReceiver receiver =
      new CopyBroadcastReceiver(new BroadcastReceiver(buffer));
  private final UnsafeBuffer message = new UnsafeBuffer(new byte[128]);
  private JLBH jlbh;

  public static void main(String[] args) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(50_000)
                .iterations(100_000)
                .throughput(100_000)
                .latencyDistributor(LatencyDistributors.RANDOM2)
                .runs(3)
                .recordOSJitter(false)
                .jlbhTask(new AgronaBroadcast()))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
  }

  @Override
  public void run(long startTimeNS) {
    message.putLong(0, startTimeNS);
    transmitter.transmit(1, message, 0, 128);
    int received =
        receiver.receive(
            (type, from, index, length) -> jlbh.sample(System.nanoTime() - from.getLong(index)));
    if (received == 0) {
      throw new IllegalStateException("nothing received");
    }
  }
}
