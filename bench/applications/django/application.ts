/** Django’s admin site with the app `stock`: products, suppliers, tags and orders. */
import { join } from 'node:path';

import { startServer } from '../../lib/application-processes.js';
import { installPythonApplications, logInToDjango, createDjangoProject } from '../../lib/applications.js';
import { createSqliteStateStore, type BenchmarkApplication } from '../../lib/lines/application.js';

const QUERIES = {
  product: `select p.id as key, p.name, p.sku, s.name as supplier, p.price, p.stock, p.active, p.available_from,
    p.notes, (select group_concat(name, ',') from (select t.name from stock_product_tags x
    join stock_tag t on t.id = x.tag_id where x.product_id = p.id order by t.name)) as tags
    from stock_product p left join stock_supplier s on s.id = p.supplier_id`,
  supplier: 'select id as key, name, country, email from stock_supplier',
  tag: 'select id as key, name from stock_tag',
  order: `select o.id as key, o.number, o.customer, p.name as product, o.quantity, o.status, o.placed
    from stock_order o left join stock_product p on p.id = o.product_id`,
  user: `select id as key, username, email, first_name, last_name, is_staff, is_active, is_superuser, password
    from auth_user`,
  group: 'select id as key, name from auth_group',
};

export const django: BenchmarkApplication = {
  name: 'django',
  title: 'Django admin (stock of a shop)',
  volatileColumns: [],
  async start(folder) {
    const bin = installPythonApplications();
    const python = join(bin, 'python');
    const project = createDjangoProject(folder, python);
    const server = await startServer({
      cwd: project,
      program: python,
      createArgs: (port) => ['manage.py', 'runserver', port, '--noreload'],
      readyPath: '/admin/login/',
    });
    return {
      ...server,
      ...createSqliteStateStore(join(project, 'db.sqlite3'), QUERIES),
      logIn: (page) => logInToDjango(page, server.url),
    };
  },
};
