package releases;

import org.jsoup.nodes.Element;
import org.jsoup.parser.Tag;

/** Thousand children, moved into another element. */
public final class MoveChildren extends JsoupTask {
  private Element from = list();
  private Element to = new Element(Tag.valueOf("ul"), "");

  @Override
  Object work() {
    to.insertChildren(0, from.children());
    Element full = to;
    to = from;
    from = full;
    return full;
  }

  private static Element list() {
    Element list = new Element(Tag.valueOf("ul"), "");
    for (int i = 0; i < 1000; i++) {
      list.appendElement("li");
    }
    return list;
  }
}
