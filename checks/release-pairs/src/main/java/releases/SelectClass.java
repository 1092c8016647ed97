package releases;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** A selector by class. */
public final class SelectClass extends JsoupTask {
  private Document page;

  @Override
  void prepare() {
    page = Jsoup.parse(Pages.articles(40));
  }

  @Override
  Object work() {
    return page.select(".title");
  }
}
