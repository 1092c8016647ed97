package dev.foliot.spark;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A server in a child, asked as Foliot asks it. */
final class Conversation implements AutoCloseable {
  private final Process process;
  private final DataInputStream in;
  private final DataOutputStream out;

  private Conversation(Process process) {
    this.process = process;
    this.in = new DataInputStream(process.getInputStream());
    this.out = new DataOutputStream(process.getOutputStream());
  }

  static Conversation start() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Started.HOME.resolve("bin/spark-submit").toString(),
            "--master",
            "local[1]",
            Started.JAR.toString(),
            "--serve");
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Conversation conversation = new Conversation(builder.start());
    String magic = "\nfoliot-spark 1\n";
    byte[] first = conversation.in.readNBytes(magic.length());
    if (!new String(first, StandardCharsets.UTF_8).equals(magic)) {
      throw new IOException("it began with " + new String(first, StandardCharsets.UTF_8));
    }
    return conversation;
  }

  /** The cells of the answer or the parts of an error, with a space between them. */
  String ask(String... words) throws IOException {
    out.writeInt(words.length);
    for (String word : words) {
      byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
    out.flush();
    List<String> cells = new ArrayList<>();
    int columns = 0;
    while (true) {
      int part = in.readUnsignedByte();
      switch (part) {
        case 0 -> columns = in.readInt();
        case 1 -> {
          for (int i = 0; i < columns; i++) {
            int type = in.readUnsignedByte();
            cells.add(
                switch (type) {
                  case 0 -> "null";
                  case 1 -> String.valueOf(in.readLong());
                  case 2 -> String.valueOf(in.readDouble());
                  default -> text();
                });
          }
        }
        case 2 -> {
          return String.join(" ", cells);
        }
        default -> {
          return text() + " " + text();
        }
      }
    }
  }

  private String text() throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }

  /** Ends its input, and waits until it has ended. */
  @Override
  public void close() throws IOException {
    out.close();
    process.onExit().join();
  }
}
