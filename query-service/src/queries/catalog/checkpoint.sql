SELECT generation, position FROM read.checkpoints WHERE view = 'catalog'
