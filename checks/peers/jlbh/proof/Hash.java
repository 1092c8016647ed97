package proof;

import java.util.zip.CRC32;
import net.openhft.chronicle.jlbh.*;

/** Reads 16 kB and sums them up: real work without a clock. */
public class Hash implements JLBHTask {
  private final byte[] bytes = new byte[16_384];
  private final CRC32 crc = new CRC32();
  private JLBH jlbh;
  static volatile long result;

  public static void main(String[] args) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(20_000)
                .iterations(20_000)
                .throughput(10_000)
                .runs(2)
                .accountForCoordinatedOmission(false)
                .recordOSJitter(false)
                .jlbhTask(new Hash()))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
  }

  @Override
  public void run(long startTimeNS) {
    for (int i = 0; i < bytes.length; i++) bytes[i] += (byte) i;
    crc.update(bytes);
    result = crc.getValue();
    jlbh.sample(System.nanoTime() - startTimeNS);
  }
}
