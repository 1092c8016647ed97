package releases;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** A selector of descendants of one element. */
public final class SelectDescendant extends JsoupTask {
  private Document page;

  @Override
  void prepare() {
    page = Jsoup.parse(Pages.articles(40));
  }

  @Override
  Object work() {
    return page.select("#a7 .item");
  }
}
