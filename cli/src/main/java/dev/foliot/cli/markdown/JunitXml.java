package dev.foliot.cli.markdown;

import dev.foliot.judgement.answer.LoadAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.load.LoadAssertion;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.Shown;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A load test as JUnit's XML, which CI systems show: a test case for each limit, and one for the
 * validity. What the data does not decide is an error. Stateless.
 */
public final class JunitXml {
  private static final int LONGEST = 400;
  private static final double NS_PER_S = 1e9;

  private JunitXml() {}

  /** The text. */
  public static String of(StoredRun stored) {
    LoadTestResult result = LoadTestResult.read(stored, false);
    try {
      StringWriter text = new StringWriter();
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      write(xml, result);
      xml.close();
      return text + "\n";
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a text cannot be written into memory", e);
    }
  }

  private static void write(XMLStreamWriter xml, LoadTestResult result) throws XMLStreamException {
    List<LoadAssertion.Judged> judged = result.judged();
    Validity validity = result.run().validity();
    boolean isInvalid = validity.verdict() == Verdict.INVALID;
    String name = Shown.text(result.run().benchmark(), LONGEST);
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", "foliot load " + name);
    xml.writeAttribute("tests", Integer.toString(judged.size() + 1));
    xml.writeAttribute("failures", count(judged, LoadAssertion.Outcome.MISSED, 0));
    xml.writeAttribute("errors", count(judged, LoadAssertion.Outcome.UNDECIDED, isInvalid ? 1 : 0));
    xml.writeAttribute("timestamp", result.run().startedAt());
    xml.writeAttribute("time", seconds(result));
    for (LoadAssertion.Judged one : judged) {
      xml.writeStartElement("testcase");
      xml.writeAttribute("classname", name);
      xml.writeAttribute("name", Shown.text(one.limit(), LONGEST));
      switch (one.outcome()) {
        case HELD -> {}
        case MISSED -> outcome(xml, "failure", "missed", one.text());
        case UNDECIDED -> outcome(xml, "error", "undecided", one.text());
      }
      xml.writeEndElement();
    }
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", name);
    xml.writeAttribute("name", "the figures describe the server");
    if (isInvalid) {
      outcome(xml, "error", "invalid", String.join("; ", validity.reasons()));
    }
    xml.writeEndElement();
    xml.writeStartElement("system-out");
    xml.writeCharacters(
        Shown.text(
            LoadAnswer.of(result, NextCommands.after(result.run().commandLine())).sentence(),
            LONGEST));
    xml.writeEndElement();
    xml.writeEndElement();
    xml.writeEndDocument();
  }

  private static String count(
      List<LoadAssertion.Judged> judged, LoadAssertion.Outcome outcome, long more) {
    return Long.toString(judged.stream().filter(one -> one.outcome() == outcome).count() + more);
  }

  private static String seconds(LoadTestResult result) {
    double all =
        result.forks().stream()
            .mapToDouble(fork -> result.run().loads().get(fork.loadIndex()).durationNs() / NS_PER_S)
            .sum();
    return String.format(Locale.ROOT, "%.3f", all);
  }

  private static void outcome(XMLStreamWriter xml, String element, String type, String text)
      throws XMLStreamException {
    xml.writeStartElement(element);
    xml.writeAttribute("type", type);
    xml.writeAttribute("message", Shown.text(text, LONGEST));
    xml.writeEndElement();
  }
}
