package dev.foliot.study.framework;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * A user's {@code server.xml} with one connector and one war. All that concerns other ports, other
 * wars and the connector's executor is replaced; the rest stays.
 *
 * @param original the user's file
 * @param war the only web application
 * @param context its path
 */
record ServerXml(Path original, Path war, String context) {
  /** The system property that has the port. */
  static final String PORT = "foliot.port";

  static final String VIRTUAL_EXECUTOR = "org.apache.catalina.core.StandardVirtualThreadExecutor";
  private static final String EXECUTOR = "foliot-virtual";

  /** The text of a copy. */
  String text(boolean isVirtual) {
    try {
      Document document = parsed();
      Element server = document.getDocumentElement();
      server.setAttribute("port", "-1");
      Element service = only(server, "Service");
      Element connector = connector(service);
      connector.setAttribute("port", "${" + PORT + "}");
      connector.setAttribute("address", "127.0.0.1");
      connector.removeAttribute("useVirtualThreads");
      if (isVirtual) {
        Element executor = document.createElement("Executor");
        executor.setAttribute("name", EXECUTOR);
        executor.setAttribute("className", VIRTUAL_EXECUTOR);
        service.insertBefore(executor, service.getFirstChild());
        connector.setAttribute("executor", EXECUTOR);
      } else if (isVirtualExecutor(service, connector.getAttribute("executor"))) {
        connector.removeAttribute("executor");
      }
      deploy(document, only(only(service, "Engine"), "Host"));
      return written(document);
    } catch (ParserConfigurationException | SAXException | TransformerException e) {
      throw refusal(Shown.text(e.getMessage()));
    } catch (IOException e) {
      throw refusal(Shown.text(e.getMessage()));
    }
  }

  private Document parsed() throws ParserConfigurationException, SAXException, IOException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    try (InputStream in = Files.newInputStream(original)) {
      return factory.newDocumentBuilder().parse(in);
    }
  }

  private static String written(Document document) throws TransformerException {
    StringWriter text = new StringWriter();
    TransformerFactory.newInstance()
        .newTransformer()
        .transform(new DOMSource(document), new StreamResult(text));
    return text.toString();
  }

  private FoliotException refusal(String why) {
    return FoliotException.usage(
        "--server: "
            + Shown.text(original.toString())
            + " cannot be used ("
            + why
            + "): name a Tomcat that starts with it");
  }

  /** The first child of a name; its siblings of that name are removed. */
  private Element only(Element parent, String name) {
    List<Element> all = children(parent, name);
    if (all.isEmpty()) {
      throw refusal("it has no " + name);
    }
    all.stream().skip(1).forEach(parent::removeChild);
    return all.getFirst();
  }

  private static List<Element> children(Element parent, String name) {
    List<Element> found = new ArrayList<>();
    NodeList nodes = parent.getChildNodes();
    for (int i = 0; i < nodes.getLength(); i++) {
      Node node = nodes.item(i);
      if (node instanceof Element element && element.getTagName().equals(name)) {
        found.add(element);
      }
    }
    return found;
  }

  /** The first connector of plain HTTP; the others are removed. */
  private Element connector(Element service) {
    Element kept = null;
    for (Element connector : children(service, "Connector")) {
      if (kept == null && isHttp(connector)) {
        kept = connector;
      } else {
        service.removeChild(connector);
      }
    }
    if (kept == null) {
      throw refusal("it has no Connector of plain HTTP");
    }
    return kept;
  }

  private static boolean isHttp(Element connector) {
    String protocol = connector.getAttribute("protocol").toLowerCase(Locale.ROOT);
    return (protocol.isEmpty() || protocol.contains("http"))
        && !connector.getAttribute("SSLEnabled").equalsIgnoreCase("true");
  }

  private static boolean isVirtualExecutor(Element service, String name) {
    return children(service, "Executor").stream()
        .anyMatch(executor ->
            executor.getAttribute("name").equals(name)
                && executor.getAttribute("className").equals(VIRTUAL_EXECUTOR));
  }

  private void deploy(Document document, Element host) {
    children(host, "Context").forEach(host::removeChild);
    host.setAttribute("appBase", "webapps");
    host.setAttribute("autoDeploy", "false");
    host.setAttribute("unpackWARs", "true");
    Element web = document.createElement("Context");
    web.setAttribute("path", context);
    web.setAttribute("docBase", war.toString());
    host.appendChild(web);
  }
}
