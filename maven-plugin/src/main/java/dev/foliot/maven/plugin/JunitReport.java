package dev.foliot.maven.plugin;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** One command as a test case in JUnit's XML, which CI systems show. */
final class JunitReport {
  private static final double MS_PER_S = 1e3;

  private JunitReport() {}

  /** How a command ended, for people who see only the report. */
  enum Outcome {
    PASSED(""),
    /** A threshold was missed. */
    MISSED("failure"),
    /** The figures mean nothing, or there are none. */
    INVALID("error");

    private final String element;

    Outcome(String element) {
      this.element = element;
    }
  }

  /**
   * Writes the report.
   *
   * @param command such as {@code bench}
   * @param what what it measured
   * @param message the outcome in one sentence
   * @param said the command's output
   */
  static void write(
      Path file,
      String command,
      String what,
      Outcome outcome,
      String message,
      Duration time,
      String said)
      throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    try (Writer text = Files.newBufferedWriter(file)) {
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      String seconds = String.format(Locale.ROOT, "%.3f", time.toMillis() / MS_PER_S);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", "foliot " + command);
      xml.writeAttribute("tests", "1");
      xml.writeAttribute("failures", outcome == Outcome.MISSED ? "1" : "0");
      xml.writeAttribute("errors", outcome == Outcome.INVALID ? "1" : "0");
      xml.writeAttribute("time", seconds);
      xml.writeStartElement("testcase");
      xml.writeAttribute("classname", clean(what));
      xml.writeAttribute("name", "foliot " + command);
      xml.writeAttribute("time", seconds);
      if (outcome != Outcome.PASSED) {
        xml.writeEmptyElement(outcome.element);
        xml.writeAttribute("message", clean(message));
      }
      xml.writeStartElement("system-out");
      xml.writeCharacters(clean(said));
      xml.writeEndElement();
      xml.writeEndElement();
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  /** With U+FFFD in place of what XML cannot hold. */
  private static String clean(String text) {
    return text.codePoints()
        .map(c -> isXml(c) ? c : 0xFFFD)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isXml(int c) {
    if (c < ' ') {
      return c == '\n' || c == '\t';
    }
    return c > 0xFFFF || (c < 0xFFFE && !Character.isSurrogate((char) c));
  }
}
